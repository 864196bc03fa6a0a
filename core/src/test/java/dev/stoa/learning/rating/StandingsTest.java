package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Simulated;
import dev.stoa.base.Wilson;
import dev.stoa.json.Json;
import dev.stoa.learning.rating.BoardQuery.By;
import dev.stoa.learning.rating.BradleyTerryFit.IntervalMethod;
import dev.stoa.learning.rating.BradleyTerryFit.Strength;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Boards, histories, fits and reports on judges, on both backends. */
@Tag("quick")
class StandingsTest extends RatingFixture {
    @Test
    void theBoardIsByRatingAndThenByTheBytesOfTheName() {
        record("d1", "b", 1, "c", 1, "B", 1, "a", 1);
        record("d2", "z", 1, "y", 0);
        assertThat(ratings.board(BoardQuery.best()))
                .extracting(standing -> standing.rank() + " " + standing.agentName())
                .containsExactly("1 z", "2 B", "3 a", "4 b", "5 c", "6 y");
        assertThat(ratings.board(BoardQuery.best().limit(2))).hasSize(2);
        assertThatThrownBy(() -> BoardQuery.best().limit(101)).hasMessageContaining("limit 101");
        assertThatThrownBy(() -> By.of("eloo")).hasMessageContaining("eloo");
    }

    @Test
    void aBoardOfADomainHasItsRatingsAndItsCounts() {
        ratings.record(draft("d1", "a", 1, "b", 0).domain("math"));
        ratings.record(draft("d2", "b", 1, "a", 0).domain("law"));
        record("d3", "b", 1, "a", 0);
        assertThat(ratings.board(BoardQuery.best().domain("Math")))
                .extracting(standing -> standing.agentName() + " " + standing.elo() + " " + standing.wins())
                .containsExactly("a 1524.0 1", "b 1476.0 0");
        assertThat(ratings.board(BoardQuery.best().domain("nowhere"))).isEmpty();
    }

    @Test
    void aBoardByBradleyTerryIsFittedWhenItIsAskedFor() {
        for (int i = 0; i < 4; i++) {
            ratings.record(
                    draft("d" + i, "a", i == 3 ? 0 : 1, "b", i == 3 ? 1 : 0).domain("math"));
        }
        assertThat(ratings.board(BoardQuery.best()).getFirst().bt())
                .as("nobody has asked for a fit yet")
                .isNull();
        for (String domain : new String[] {null, "math"}) {
            Standing best =
                    ratings.board(BoardQuery.best().domain(domain).by(By.BT)).getFirst();
            assertThat(best.agentName()).isEqualTo("a");
            assertThat(best.bt()).isCloseTo(1582.419269028, within(1e-9));
            assertThat(best.btLow()).isCloseTo(1405.224919476, within(1e-9));
            assertThat(best.btHigh()).isCloseTo(1759.613618580, within(1e-9));
            assertThat(best.wins()).isEqualTo(3);
            assertThat(best.losses()).isOne();
            assertThat(ratings.board(BoardQuery.best().domain(domain))
                            .getFirst()
                            .bt())
                    .isEqualTo(best.bt());
        }
    }

    @Test
    void aFitIsKeptUntilAMatchOfItsDomainComes() {
        ratings.record(draft("d1", "a", 1, "b", 0).domain("math"));
        BradleyTerryFit first = ratings.bradleyTerry("math");
        assertThat(first.throughMatch()).isEqualTo(ratings.match("d1").id());
        assertThat(first.intervalMethod()).isEqualTo(IntervalMethod.FISHER);
        assertThat(first.agents()).extracting(Strength::games).containsExactly(1L, 1L);
        clock.advance(Duration.ofHours(1));
        ratings.record(draft("d2", "a", 0, "b", 1).domain("law"));
        ratings.record(draft("d3", "a", 0, "b", 1).domain("math").rated(false));
        assertThat(ratings.bradleyTerry("math")).isEqualTo(first);
        ratings.record(draft("d4", "a", 0, "b", 1).domain("math"));
        BradleyTerryFit second = ratings.bradleyTerry("math");
        assertThat(second.fittedAt()).isEqualTo(clock.instant());
        assertThat(second.games()).isEqualTo(2);
        assertThat(second.agents())
                .extracting(Strength::rating)
                .allSatisfy(rating -> assertThat(rating).isCloseTo(1500, within(1e-9)));
        assertThat(Ratings.over(place.open(RatingArchive.SCHEMA), clock).bradleyTerry("math"))
                .as("what was stored is what was computed")
                .isEqualTo(second);
        assertThat(ratings.bradleyTerry(null).games()).isEqualTo(3);
    }

    @Test
    void withoutMatchesAFitIsEmpty() {
        assertThat(ratings.bradleyTerry(null).agents()).isEmpty();
        assertThat(ratings.board(BoardQuery.best().by(By.BT))).isEmpty();
        assertThat(count("bt_fits")).isZero();
    }

    @Test
    void theOrderOfMatchesMovesEloAndLeavesBradleyTerry() {
        List<MatchDraft> drafts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            drafts.add(draft("d" + i, "a" + i % 3, i % 4 == 0 ? 0 : 1, "b" + i % 5, i % 4 == 0 ? 1 : 0));
        }
        ratings.recordAll(drafts, true);
        List<Strength> first = ratings.bradleyTerry(null).agents();
        double elo = ratings.show("a0").elo();
        for (String table : List.of(
                "matches", "match_pairs", "ratings", "elo_history", "agent_relationships", "bt_fits", "bt_ratings")) {
            alter("DELETE FROM " + table);
        }
        Collections.shuffle(drafts, new Random(1));
        ratings.recordAll(drafts, true);
        assertThat(ratings.show("a0").elo()).isNotCloseTo(elo, within(1.0));
        List<Strength> second = ratings.bradleyTerry(null).agents();
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i).agentName()).isEqualTo(first.get(i).agentName());
            assertThat(second.get(i).rating()).isCloseTo(first.get(i).rating(), within(1e-8));
        }
    }

    @Test
    @DisplayName("A rising agent must have a positive trend")
    void whoRisesHasAPositiveTrend() {
        for (int i = 0; i < 25; i++) {
            record("d" + i, "up", 1, "down", 0);
        }
        assertThat(ratings.show("up").trendPerMatch()).isPositive();
        assertThat(ratings.show("down").trendPerMatch()).isNegative();
        List<Double> newest = ratings.history("up", Page.Request.first(20)).items().stream()
                .map(HistoryPoint::elo)
                .toList();
        assertThat(ratings.show("up").trendPerMatch())
                .isCloseTo(
                        Rating.trend(newest.reversed().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray()),
                        within(1e-9));
    }

    @Test
    void historyAndMatchesComeNewestFirstAndPagesLoseAndRepeatNothing() {
        for (int i = 0; i < 7; i++) {
            record("d" + i, "a", 1, "b", 0);
        }
        List<String> seen = new ArrayList<>();
        List<String> matches = new ArrayList<>();
        String cursor = null;
        do {
            Page<HistoryPoint> page = ratings.history("a", new Page.Request(3, cursor));
            page.items().forEach(point -> seen.add(point.debateId()));
            cursor = page.next();
            record("late" + seen.size(), "c", 1, "b", 0);
        } while (cursor != null);
        do {
            Page<Match> page = ratings.matches(new Page.Request(4, cursor));
            page.items().forEach(match -> matches.add(match.debateId()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(seen).containsExactly("d6", "d5", "d4", "d3", "d2", "d1", "d0");
        assertThat(matches).containsExactly("late7", "late6", "late3", "d6", "d5", "d4", "d3", "d2", "d1", "d0");
        assertThatThrownBy(() -> ratings.history("nobody", Page.Request.first()))
                .isInstanceOf(NotFoundException.class)
                .hasMessage("there is no rating of nobody");
        assertThatThrownBy(() -> ratings.match("nothing")).isInstanceOf(NotFoundException.class);
        assertThat(ratings.matches("d3", Simulated.EXCLUDE, Page.Request.first())
                        .items())
                .containsExactly(ratings.match("d3"));
        assertThat(ratings.matches("d3", Simulated.ONLY, Page.Request.first()).items())
                .isEmpty();
        assertThat(ratings.matches("nothing", Simulated.INCLUDE, Page.Request.first())
                        .items())
                .isEmpty();
        assertThatThrownBy(() -> ratings.matches("", Simulated.INCLUDE, Page.Request.first()))
                .isInstanceOf(InvalidException.class);
    }

    @Test
    void aJudgeIsKnownByWhatItPrefers() {
        ratings.record(draft("1", "x", 1, "y", 0).judge("x").ordered(true));
        ratings.record(draft("2", "y", 1, "x", 0).judge("x").ordered(true));
        ratings.record(draft("3", "y", 0, "x", 1).judge("x").ordered(true));
        ratings.record(draft("4", "y", 1, "x", 1).judge("x").ordered(true));
        ratings.record(draft("5", "y", 1, "x", 0).judge("x"));
        ratings.record(draft("6", "x", 0, "y", 1).judge("z").ordered(true));
        ratings.record(draft("7", "x", 1, "y", 1).judge("z").ordered(true));
        ratings.record(draft("8", "x", 1, "y", 0));
        JudgeReport report = ratings.judge("x");
        assertThat(report.verdicts()).isEqualTo(5);
        Wilson wilson = Wilson.interval(2, 3);
        assertThat(report.firstRate()).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(report.firstLow()).isEqualTo(wilson.low());
        assertThat(report.firstHigh()).isEqualTo(wilson.high());
        assertThat(report.ordered()).isEqualTo(3);
        assertThat(report.selfPairs()).isEqualTo(5);
        assertThat(report.othersPairs()).isEqualTo(2);
        assertThat(report.selfRate()).isCloseTo(2.5 / 5, within(1e-12));
        assertThat(report.othersRate()).isCloseTo(0.5 / 2, within(1e-12));
        assertThat(ratings.judge("z").selfRate()).as("it never played").isNull();
        JudgeReport player = ratings.judge("y");
        assertThat(player.verdicts()).isZero();
        assertThat(player.firstRate()).isNull();
        assertThat(player.othersRate()).isCloseTo((2.5 + 1.5) / 7, within(1e-12));
        assertThatThrownBy(() -> ratings.judge("nobody")).isInstanceOf(NotFoundException.class);
        assertThat(Json.write(report.document().keySet().stream().toList()))
                .isEqualTo("[\"judge\",\"verdicts\",\"first_rate\",\"first_low\",\"first_high\",\"self_rate\","
                        + "\"others_rate\",\"ordered\",\"self_pairs\",\"others_pairs\"]");
    }

    @Test
    void prunedHistoryKeepsTheNewestOfEachAndEveryMatch() {
        record("d1", "a", 1, "b", 0);
        record("d2", "a", 1, "c", 0);
        clock.advance(Duration.ofDays(40));
        record("d3", "a", 1, "c", 0);
        clock.advance(Duration.ofDays(1));
        assertThat(ratings.pruneHistory(Duration.ofDays(30), true)).isEqualTo(3);
        assertThat(count("elo_history")).isEqualTo(6);
        assertThat(ratings.pruneHistory(Duration.ofDays(30), false)).isEqualTo(3);
        assertThat(ratings.pruneHistory(Duration.ofDays(30), false)).isZero();
        assertThat(count("matches")).isEqualTo(3);
        for (String agent : List.of("a", "b", "c")) {
            assertThat(ratings.history(agent, Page.Request.first()).items()).hasSize(1);
        }
        assertThatThrownBy(() -> ratings.pruneHistory(Duration.ofHours(1), false))
                .isInstanceOf(InvalidException.class);
    }

    @Test
    void documentsHaveTheirFieldsInOrder() {
        record("d1", "a", 1, "b", 0);
        assertThat(ratings.show("a").document().keySet())
                .containsExactly(
                        "agent_name",
                        "elo",
                        "provisional",
                        "domain_elos",
                        "wins",
                        "losses",
                        "draws",
                        "debates_count",
                        "critiques_accepted",
                        "critiques_total",
                        "trend_per_match",
                        "calibration",
                        "updated_at");
        assertThat(ratings.board(BoardQuery.best()).getFirst().document().keySet())
                .containsExactly(
                        "rank",
                        "agent_name",
                        "elo",
                        "provisional",
                        "bt",
                        "bt_low",
                        "bt_high",
                        "wins",
                        "losses",
                        "draws");
        assertThat(Json.write(ratings.pair("a", "b").document()))
                .startsWith("{\"agent_a\":\"a\",\"agent_b\":\"b\",\"games\":1,\"a_wins\":1,\"b_wins\":0,\"draws\":0,"
                        + "\"expected_a\":")
                .contains("\"relationship\":{\"rivalry\":", "\"label\":\"acquaintance\",\"influence_a_on_b\":0.0");
        assertThat(Json.write(ratings.history("a", Page.Request.first())
                        .items()
                        .getFirst()
                        .document()))
                .isEqualTo(
                        "{\"id\":1,\"elo\":1524.0,\"debate_id\":\"d1\",\"created_at\":\"2026-11-15T08:30:00.000Z\"}");
    }

    @Test
    void aBoardOfADomainWithoutMatchesWritesNothing() throws Exception {
        record("d1", "ana", 1, "bo", 0);
        ratings.bradleyTerry("law");
        AtomicInteger commits = new AtomicInteger();
        try (AutoCloseable listening = archive.commits().listen(commits::incrementAndGet)) {
            // A signal of another user of the server may come now and then, but not with each question.
            for (int i = 0; i < 20; i++) {
                ratings.bradleyTerry("law");
            }
            assertThat(commits.get()).isLessThan(20);
        }
    }
}
