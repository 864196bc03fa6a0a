package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.rating.MatchDraft.Critique;
import dev.stoa.learning.rating.MatchDraft.PositionChange;
import dev.stoa.storage.Bulk;
import dev.stoa.testing.CapturedLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recording matches, on both backends. */
@Tag("quick")
class RatingsTest extends RatingFixture {
    @Test
    void aMatchMovesBothRatingsAndIsOnRecord() {
        Match match = record("d1", "bea", 2.5, "ana", 0);

        assertThat(match.winner()).isEqualTo("bea");
        assertThat(match.participants()).containsExactly("bea", "ana");
        assertThat(match.eloChanges()).containsExactly(Map.entry("bea", 24.0), Map.entry("ana", -24.0));
        assertThat(match.createdAt()).isEqualTo(clock.instant());
        assertThat(ratings.match("d1")).isEqualTo(match);
        Rating bea = ratings.show("bea");
        assertThat(bea.elo()).isEqualTo(1524);
        assertThat(bea.wins()).isOne();
        assertThat(bea.provisional()).isTrue();
        assertThat(bea.debatesCount()).isOne();
        assertThat(bea.domainElos()).isEmpty();
        assertThat(bea.trendPerMatch()).isNull();
        assertThat(bea.calibration().weight()).isEqualTo(1);
        assertThat(bea.updatedAt()).isEqualTo(clock.instant());
        assertThat(ratings.show("ana").losses()).isOne();
        assertThat(count("elo_history")).isEqualTo(2);
        assertThat(count("match_pairs")).isOne();
    }

    @Test
    void theOrderOfPresentationIsKeptWhateverTheNames() {
        Match match = record("d1", "zoe", 1, "ana", 1, "mia", 0);
        assertThat(ratings.match("d1").participants()).containsExactly("zoe", "ana", "mia");
        assertThat(ratings.match("d1").scores().keySet()).containsExactly("zoe", "ana", "mia");
        assertThat(match.winner()).isNull();
        assertThat(ratings.show("zoe").draws()).isOne();
        assertThat(ratings.show("ana").draws()).isOne();
        assertThat(ratings.show("mia").losses()).isOne();
    }

    @Test
    @DisplayName("A winner must gain when named without scores")
    void aWinnerAloneIsOneAgainstZero() {
        RecordedMatch recorded = ratings.record(MatchDraft.won("d1", List.of("a", "b", "c"), "b"));
        assertThat(recorded.match().scores())
                .containsExactly(Map.entry("a", 0.0), Map.entry("b", 1.0), Map.entry("c", 0.0));
        assertThat(recorded.match().eloChanges().get("b")).isEqualTo(24);
        assertThat(ratings.record(draft("d1", "a", 0, "b", 1, "c", 0)).duplicate())
                .as("it is the same match")
                .isTrue();
    }

    @Test
    @DisplayName("A winner must never lose points, and the domain rating must come from domain ratings alone")
    void aWinnerNeverLosesGloballyNorInItsDomain() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 60; i++) {
            Map<String, Double> scores = new LinkedHashMap<>();
            List<String> names = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
            Collections.shuffle(names, new java.util.Random(i));
            names.subList(0, random.nextInt(2, 6)).forEach(name -> scores.put(name, (double) random.nextInt(3)));
            String domain = random.nextBoolean() ? "math" : null;
            Match match = ratings.record(MatchDraft.of("d" + i, scores).domain(domain))
                    .match();
            if (match.winner() != null) {
                assertThat(match.eloChanges().get(match.winner())).isPositive();
            }
        }
        // What the domain ratings must be, from the domain's matches alone.
        Map<String, double[]> expected = new LinkedHashMap<>();
        List<Match> oldestFirst = new ArrayList<>(
                ratings.matches(dev.stoa.base.Page.Request.first(500)).items());
        Collections.reverse(oldestFirst);
        for (Match match : oldestFirst) {
            if ("math".equals(match.domain())) {
                List<double[]> seats = match.participants().stream()
                        .map(name -> expected.computeIfAbsent(name, any -> new double[] {1500, 0}))
                        .toList();
                double[] after = Elo.after(
                        seats.stream().mapToDouble(seat -> seat[0]).toArray(),
                        seats.stream().mapToLong(seat -> (long) seat[1]).toArray(),
                        match.scores().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray());
                for (int i = 0; i < after.length; i++) {
                    seats.get(i)[0] = after[i];
                    seats.get(i)[1]++;
                }
            }
        }
        assertThat(expected).isNotEmpty();
        expected.forEach((name, seat) -> {
            assertThat(ratings.show(name).domainElos().get("math")).isCloseTo(seat[0], within(1e-9));
            assertThat(ratings.elo(name, "math")).isCloseTo(seat[0], within(1e-9));
        });
    }

    @Test
    void aDomainRatingBeginsAtItsStartHoweverHighTheGlobalOneIs() {
        for (int i = 0; i < 12; i++) {
            record("g" + i, "a", 1, "b", 0);
        }
        ratings.record(draft("m1", "a", 0, "b", 1).domain("Math"));
        assertThat(ratings.show("b").domainElos()).containsExactly(Map.entry("math", 1524.0));
        assertThat(ratings.show("a").domainElos()).containsExactly(Map.entry("math", 1476.0));
        ratings.record(draft("m2", "a", 0, "b", 1).domain("law"));
        assertThat(ratings.show("b").domainElos()).containsOnlyKeys("law", "math");
        assertThat(ratings.elo("a", "nowhere")).isEqualTo(ratings.show("a").elo());
        List<String> agents = List.of("b", "nobody", "a", "a ");
        for (String domain : List.of("Math", "law", "nowhere")) {
            assertThat(ratings.elos(agents, domain))
                    .as("of all at once, in " + domain)
                    .isEqualTo(agents.stream()
                            .collect(Collectors.toMap(agent -> agent, agent -> ratings.elo(agent, domain))));
        }
        assertThat(ratings.elos(agents, null)).containsEntry("nobody", 1500.0).hasSize(4);
        assertThat(ratings.elos(List.of(), null)).isEmpty();
        assertThat(ratings.elo("nobody", null)).isEqualTo(1500);
    }

    @Test
    void theTenthMatchEndsTheProvisionalTimeOfEachAgentByItself() {
        for (int i = 0; i < 10; i++) {
            record("d" + i, "a", 1, "x" + i, 1);
        }
        assertThat(ratings.show("a").provisional()).isFalse();
        Match match = record("last", "a", 1, "new", 0);
        double expected = Elo.expected(ratings.match("last").eloChanges().isEmpty() ? 0 : eloBefore("a"), 1500);
        assertThat(match.eloChanges().get("a")).isCloseTo(32 * (1 - expected), within(1e-9));
        assertThat(match.eloChanges().get("new")).isCloseTo(-48 * (1 - expected), within(1e-9));
    }

    private double eloBefore(String agent) {
        return ratings.history(agent, dev.stoa.base.Page.Request.first(2))
                .items()
                .get(1)
                .elo();
    }

    @Test
    void theSameAgainIsADuplicateAndOtherContentAConflict() {
        MatchDraft draft = draft("d1", "a", 1, "b", 0).domain("math").votes(Map.of("a", "X", "b", "X"));
        RecordedMatch first = ratings.record(draft);
        RecordedMatch again = ratings.record(draft);
        assertThat(first.duplicate()).isFalse();
        assertThat(again).isEqualTo(new RecordedMatch(first.match(), true));
        for (MatchDraft other : List.of(
                draft("d1", "a", 1, "b", 0.5).domain("math").votes(draft.votes()),
                draft("d1", "b", 0, "a", 1).domain("math").votes(draft.votes()),
                draft.domain("law"),
                draft.votes(Map.of()),
                draft.judge("c"),
                draft.ordered(true),
                draft.rated(false),
                draft.critiques(List.of(new Critique("a", "b", true))),
                draft.positionChanges(List.of(new PositionChange("a", "b"))))) {
            assertThatThrownBy(() -> ratings.record(other))
                    .isInstanceOf(ConflictException.class)
                    .hasMessage("debate d1 is on record with other content");
        }
        assertThat(ratings.show("a").wins()).isOne();
    }

    @Test
    void scoresThatDifferInTheLastBitAreOtherContent() {
        record("d1", "a", 1, "b", Math.nextDown(1.0));
        assertThatThrownBy(() -> record("d1", "a", 1, "b", 1)).isInstanceOf(ConflictException.class);
    }

    @Test
    void votesCritiquesAndChangesMakeTheRelationship() {
        ratings.record(draft("d1", "bea", 1, "ana", 0)
                .votes(Map.of("ana", "X", "bea", "X"))
                .critiques(List.of(
                        new Critique("ana", "bea", true),
                        new Critique("ana", "bea", false),
                        new Critique("bea", "ana", true)))
                .positionChanges(List.of(new PositionChange("ana", "bea"))));
        record("d2", "ana", 1, "bea", 1);
        Versus pair = ratings.pair("bea", "ana");
        assertThat(pair.agentA()).isEqualTo("ana");
        assertThat(pair.games()).isEqualTo(2);
        assertThat(pair.aWins()).isZero();
        assertThat(pair.bWins()).isOne();
        assertThat(pair.draws()).isOne();
        assertThat(pair.relationship().alliance()).isCloseTo(0.5 * 0.5 + 0.5 * 2 / 3, within(1e-12));
        assertThat(pair.relationship().influenceBOnA()).isEqualTo(0.5);
        assertThat(pair.relationship().influenceAOnB()).isZero();
        assertThat(pair.expectedA())
                .isCloseTo(
                        Elo.expected(
                                ratings.show("ana").elo(), ratings.show("bea").elo()),
                        within(1e-12));
        Rating ana = ratings.show("ana");
        assertThat(ana.critiquesTotal()).isEqualTo(2);
        assertThat(ana.critiquesAccepted()).isOne();
        assertThat(ratings.show("bea").critiquesTotal()).isOne();
    }

    @Test
    void anUnratedMatchCountsTheDebateAndTheRelationshipAlone() {
        ratings.record(draft("d1", "a", 1, "b", 0)
                .rated(false)
                .domain("math")
                .critiques(List.of(new Critique("a", "b", true)))
                .votes(Map.of("a", "X", "b", "X")));
        Rating a = ratings.show("a");
        assertThat(a.elo()).isEqualTo(1500);
        assertThat(a.debatesCount()).isOne();
        assertThat(a.wins() + a.losses() + a.draws()).isZero();
        assertThat(a.critiquesAccepted()).isOne();
        assertThat(a.domainElos()).isEmpty();
        assertThat(ratings.match("d1").eloChanges()).isEmpty();
        assertThat(count("elo_history") + count("match_pairs") + count("domain_ratings"))
                .isZero();
        Versus pair = ratings.pair("a", "b");
        assertThat(pair.games()).isZero();
        assertThat(pair.relationship().alliance()).isEqualTo(1);
    }

    @Test
    @DisplayName("Head-to-head of bot must not contain bot2 nor count a third agent's win as a draw")
    void aPairIsExactlyThatPair() {
        record("d1", "bot", 1, "x", 0);
        record("d2", "bot2", 0, "x", 1);
        record("d3", "bot", 0, "x", 1, "y", 2);
        Versus pair = ratings.pair("bot", "x");
        assertThat(pair.games()).isEqualTo(2);
        assertThat(pair.aWins()).isOne();
        assertThat(pair.bWins()).isOne();
        assertThat(pair.draws()).isZero();
        assertThat(ratings.pair("bot", "bot2").games()).isZero();
        assertThatThrownBy(() -> ratings.pair("bot", "nobody")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> ratings.pair("bot", " bot ")).isInstanceOf(InvalidException.class);
    }

    private Relationship relationship(String a, String b) {
        return ratings.pair(a, b).relationship();
    }

    @Test
    void thePairsOfSomeAgentsAreThoseWhoMetWithTheirGamesOfADomainOrOfAll() {
        ratings.record(draft("d1", "a", 1, "b", 0).domain("math"));
        ratings.record(draft("d2", "a", 1, "b", 1).domain("law"));
        record("d3", "b", 2, "a", 1, "c", 0);
        record("d4", "z", 1, "a", 0);
        assertThat(ratings.pairs(null, List.of("c", "b", "a", "nobody")))
                .containsExactly(
                        new Ratings.Pair("a", "b", 3, 1, 1, 1, relationship("a", "b")),
                        new Ratings.Pair("a", "c", 1, 1, 0, 0, relationship("a", "c")),
                        new Ratings.Pair("b", "c", 1, 1, 0, 0, relationship("b", "c")));
        assertThat(relationship("a", "b").debates()).isEqualTo(3);
        assertThat(ratings.pairs("Math", List.of("a", "b", "c")))
                .containsExactly(new Ratings.Pair("a", "b", 1, 1, 0, 0, relationship("a", "b")));
        assertThatThrownBy(() -> ratings.pairs(null, List.of("a", " a ")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("2");
    }

    @Test
    void namesBeyondTheFirstPlaneMakePairsTooAndAreNotMixedUp() {
        record("d1", "\uD83D\uDE00", 1, "\uFFFD", 0);
        record("d2", "a", 1, "A", 0);
        assertThat(ratings.pair("\uD83D\uDE00", "\uFFFD").agentA()).isEqualTo("\uFFFD");
        assertThat(ratings.pair("a", "A").agentA()).isEqualTo("A");
    }

    @Test
    @DisplayName("A listener that throws after the commit must not make record fail")
    void listenersAreToldAfterTheCommitAndTheirFailureIsTheirs() throws Exception {
        List<String> heard = new ArrayList<>();
        ratings.onRecorded(recorded -> {
            throw new IllegalStateException("broken listener");
        });
        AutoCloseable listening = ratings.onRecorded(recorded -> {
            // Readable, so it is committed.
            heard.add(ratings.match(String.valueOf(recorded.match().debateId())).debateId() + "");
        });
        try (CapturedLog log = CapturedLog.of(Ratings.class)) {
            record("d1", "a", 1, "b", 0);
            assertThat(log.warnings()).containsExactly("a listener failed after match d1 was recorded");
        }
        record("d1", "a", 1, "b", 0);
        assertThat(ratings.recordAll(List.of(draft("d2", "a", 1, "b", 0), draft("d2", "a", 1, "b", 0)), true))
                .hasSize(2);
        ratings.recordAll(List.of(draft("d3", "a", 1, "b", 0), draft("d4", "a", 1)), true);
        assertThat(heard).containsExactly("d1", "d2");
        listening.close();
        record("d5", "a", 1, "b", 0);
        assertThat(heard).hasSize(2);
    }

    @Test
    void manyAtOnceLeaveOutTheBadOrAreNotWrittenAtAll() {
        List<MatchDraft> drafts =
                List.of(draft("d1", "a", 1, "b", 0), draft("d2", "a", 1, "a ", 0), draft("d3", "b", 1, "a", 0));
        assertThat(ratings.recordAll(drafts, true))
                .filteredOn(Bulk.Result.Refused.class::isInstance)
                .hasSize(1);
        assertThat(count("matches")).isZero();
        assertThat(ratings.recordAll(drafts, false))
                .extracting(result -> result instanceof Bulk.Result.Done<?>)
                .containsExactly(true, false, true);
        assertThat(count("matches")).isEqualTo(2);
    }

    @Test
    void whatIsWrongIsNamedAndLeavesEverythingAsItWas() {
        refused(draft("d/1", "a", 1, "b", 0), "debate_id");
        refused(draft("d1", "a", 1), "participants has 1 entries; 2 to 16");
        refused(draft("d1", "a", 1, " a", 1), "named twice");
        refused(draft("d1", "a", -1, "b", 0), "score of a -1");
        refused(draft("d1", "a", Double.NaN, "b", 0), "score of a NaN");
        refused(draft("d1", "a", Double.POSITIVE_INFINITY, "b", 0), "score of a Infinity");
        refused(draft("d1", "a", 1, "b", 0).winner("b"), "winner b contradicts the scores, by which a is highest");
        refused(draft("d1", "a", 1, "b", 1).winner("b"), "no agent alone is highest");
        refused(draft("d1", "a", 1, "b", 0).winner("c"), "is no participant");
        refused(draft("d1", "a", 1, "b", 0).domain("no spaces"), "domain");
        refused(draft("d1", "a", 1, "b", 0).judge("\u0007"), "judge");
        refused(draft("d1", "a", 1, "b", 0).votes(Map.of("c", "X")), "vote of \"c\"");
        refused(draft("d1", "a", 1, "b", 0).critiques(List.of(new Critique("a", "a", true))), "names itself");
        refused(
                draft("d1", "a", 1, "b", 0).positionChanges(List.of(new PositionChange("a", "c"))),
                "position change after");
        refused(
                draft("d1", "a", 1, "b", 0).critiques(Collections.nCopies(5_001, new Critique("a", "b", true))),
                "critiques has 5,001 entries; 0 to 5,000");
        refused(
                new MatchDraft(
                        "d1",
                        List.of("a", "b"),
                        scores("a", 1),
                        null,
                        null,
                        null,
                        false,
                        true,
                        false,
                        Map.of(),
                        List.of(),
                        List.of()),
                "participant b has no score");
        refused(MatchDraft.won("d1", List.of("a", "b"), "a").winner(null), "neither scores nor a winner");
        assertThat(count("matches") + count("ratings")).isZero();
    }

    private void refused(MatchDraft draft, String message) {
        assertThatThrownBy(() -> ratings.record(draft))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aDraftIsReadFromItsJsonObject() {
        MatchDraft draft = MatchDraft.fromJson(JsonFields.of(Json.parseObject("""
                {"debate_id":"d1","scores":{"b":1,"a":0.5},"winner":"b","domain":"Math","judge":"j","ordered":true,
                 "rated":false,"votes":{"a":"X"},"critiques":[{"from":"a","to":"b","accepted":true}],
                 "position_changes":[{"agent":"a","after":"b"}]}""")));
        assertThat(draft)
                .isEqualTo(new MatchDraft(
                        "d1",
                        List.of("b", "a"),
                        scores("b", 1, "a", 0.5),
                        "b",
                        "Math",
                        "j",
                        true,
                        false,
                        false,
                        Map.of("a", "X"),
                        List.of(new Critique("a", "b", true)),
                        List.of(new PositionChange("a", "b"))));
        assertThatThrownBy(() -> MatchDraft.fromJson(JsonFields.of(Json.object("debate_id", "d", "score", 1))))
                .isInstanceOf(StoaException.class)
                .hasMessageContaining("there is no field \"score\"");
        Map<String, Object> document = new LinkedHashMap<>(ratings.record(draft).document());
        assertThat(document).containsOnlyKeys("match", "duplicate");
        assertThat(Json.write(document.get("match"))).isEqualTo("""
                {"id":1,"debate_id":"d1","winner":"b","participants":["b","a"],"domain":"math",\
                "scores":{"b":1.0,"a":0.5},"elo_changes":{},"judge":"j","ordered":true,"rated":false,"simulated":false,\
                "created_at":"2026-11-15T08:30:00.000Z"}""");
    }
}
