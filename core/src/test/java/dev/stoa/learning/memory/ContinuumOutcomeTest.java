package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How outcomes change memories and move them. */
@Tag("quick")
@OnBothDatabases
class ContinuumOutcomeTest extends ContinuumFixture {
    @Test
    @DisplayName("Every tier edge must be crossed both ways by outcomes alone")
    void theWorkedRunCrossesEveryEdgeBothWays() {
        added(MemoryDraft.of("x").id("m").tier(MemoryTier.FAST));
        List<OutcomeResult> results = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            clock.advance(Duration.ofMinutes(1));
            results.add(continuum.outcome("m", Outcome.succeeded()));
        }
        for (int i = 0; i < 4; i++) {
            clock.advance(Duration.ofHours(25));
            results.add(continuum.outcome("m", Outcome.failed()));
        }
        expect(results.get(0), 0.150000000, 0.150514998, MemoryTier.FAST);
        expect(results.get(4), 0.199065000, 0.389075625, MemoryTier.MEDIUM);
        expect(results.get(6), 0.165041850, 0.451544993, MemoryTier.SLOW);
        expect(results.get(14), 0.077540559, 0.602059991, MemoryTier.GLACIAL);
        expect(results.get(15), 0.336631333, 0.615224461, MemoryTier.GLACIAL);
        expect(results.get(16), 0.502308600, 0.627636253, MemoryTier.SLOW);
        expect(results.get(17), 0.604247599, 0.639376800, MemoryTier.MEDIUM);
        expect(results.get(18), 0.662973319, 0.650514998, MemoryTier.FAST);
        assertThat(continuum.transitions("m", Page.Request.first()).items())
                .extracting(move -> move.fromTier() + " " + move.toTier() + " " + move.reason())
                .containsExactly(
                        "medium fast high_surprise",
                        "slow medium high_surprise",
                        "glacial slow high_surprise",
                        "slow glacial high_stability",
                        "medium slow high_stability",
                        "fast medium high_stability");
        assertThat(results.get(4).moved())
                .isEqualTo(new OutcomeResult.Move(MemoryTier.FAST, MemoryTier.MEDIUM, "high_stability"));
        assertThat(results.get(0).moved()).isNull();
        assertThat(results.get(18).memory()).isEqualTo(continuum.show("m"));
    }

    private static void expect(OutcomeResult result, double surprise, double consolidation, MemoryTier tier) {
        assertThat(result.surpriseAfter()).isCloseTo(surprise, within(1e-9));
        assertThat(result.memory().consolidationScore()).isCloseTo(consolidation, within(1e-9));
        assertThat(result.memory().tier()).isEqualTo(tier);
    }

    @Test
    @DisplayName("No outcome sequence may move a row up and down in consecutive outcomes")
    void noTwoOutcomesInARowMoveAMemoryBackAndForth() {
        SplittableRandom random = new SplittableRandom(42);
        Set<MemoryTier> seen = new HashSet<>();
        for (int run = 0; run < 40; run++) {
            String id = "m" + run;
            added(MemoryDraft.of("text " + run)
                    .id(id)
                    .tier(List.of(MemoryTier.values()).get(random.nextInt(4)))
                    .surprise(random.nextDouble())
                    .never());
            double luck = random.nextDouble();
            OutcomeResult.Move last = null;
            for (int i = 0; i < 40; i++) {
                clock.advance(Duration.ofHours(random.nextInt(60)));
                Outcome outcome = random.nextDouble() < luck ? Outcome.succeeded() : Outcome.failed();
                if (random.nextInt(3) == 0) {
                    outcome = outcome.error(random.nextDouble());
                }
                OutcomeResult result = continuum.outcome(id, outcome);
                OutcomeResult.Move move = result.moved();
                if (last != null && move != null) {
                    assertThat(move.to()).as("a move back").isNotEqualTo(last.from());
                }
                last = move;
                seen.add(result.memory().tier());
                assertThat(result.memory().importance()).isBetween(0.0, 1.0);
            }
        }
        assertThat(seen).containsExactlyInAnyOrder(MemoryTier.values());
    }

    @Test
    void anOutcomeWithAKeyCountsOnce() {
        added("m", "x");
        OutcomeResult first =
                continuum.outcome("m", Outcome.succeeded().error(0.25).key("d1"));
        assertThat(first.applied()).isTrue();
        assertThat(first.observed()).isCloseTo(0.6 * 0.5 + 0.4 * 0.25, within(1e-12));
        assertThat(first.surpriseBefore()).isZero();
        OutcomeResult again = continuum.outcome("m", Outcome.succeeded().key("d1"));
        assertThat(again.applied()).isFalse();
        assertThat(again.observed()).isEqualTo(first.observed());
        assertThat(again.surpriseAfter()).isEqualTo(first.surpriseAfter());
        assertThat(again.memory()).isEqualTo(first.memory());
        assertThatThrownBy(() -> continuum.outcome("m", Outcome.failed().key("d1")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("success");
        continuum.outcome("m", Outcome.succeeded());
        continuum.outcome("m", Outcome.succeeded());
        assertThat(continuum.show("m").successCount()).isEqualTo(3);
        assertThat(count("memory_outcomes")).isEqualTo(3);
        assertThatThrownBy(() -> continuum.outcome("nobody", Outcome.failed())).isInstanceOf(NotFoundException.class);
        List<Bulk.Result<OutcomeResult>> many = continuum.outcomes(
                List.of(
                        new Outcome.Report("m", Outcome.succeeded().key("d2")),
                        new Outcome.Report("nobody", Outcome.succeeded())),
                false);
        assertThat(many.get(0)).isInstanceOf(Bulk.Result.Done.class);
        assertThat(many.get(1)).isInstanceOf(Bulk.Result.Refused.class);
    }

    @Test
    void anOutcomeRenewsALifeAndNeverShortensIt() {
        Instant start = clock.instant();
        added(MemoryDraft.of("a").id("tier"));
        added(MemoryDraft.of("b").id("fixed").ttlSeconds(1_000_000));
        added(MemoryDraft.of("c").id("never").never());
        clock.advance(Duration.ofDays(1));
        for (String id : List.of("tier", "fixed", "never")) {
            continuum.outcome(id, Outcome.succeeded());
        }
        assertThat(continuum.show("tier").expiresAt()).isEqualTo(start.plus(Duration.ofDays(43)));
        assertThat(continuum.show("fixed").expiresAt()).isEqualTo(start.plusSeconds(1_000_000));
        assertThat(continuum.show("never").expiresAt()).isNull();
        continuum.promote("tier", "to a shorter life");
        assertThat(continuum.show("tier").expiresAt()).isEqualTo(start.plus(Duration.ofDays(43)));
        clock.advance(Duration.ofDays(41));
        continuum.demote("tier", "and back");
        assertThat(continuum.show("tier").expiresAt()).isEqualTo(start.plus(Duration.ofDays(84)));
    }

    @Test
    void aMemoryIsMovedByHandOneTierAtATime() {
        added("m", "x");
        Instant before = continuum.show("m").updatedAt();
        clock.advance(Duration.ofHours(1));
        Memory promoted = continuum.promote("m", "because");
        assertThat(promoted.tier()).isEqualTo(MemoryTier.MEDIUM);
        assertThat(promoted.lastPromotionAt()).isEqualTo(clock.instant());
        assertThat(promoted.updatedAt()).isEqualTo(before);
        continuum.promote("m", "because");
        assertThatThrownBy(() -> continuum.promote("m", "because"))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo("precondition"));
        for (int i = 0; i < 3; i++) {
            continuum.demote("m", "down");
        }
        assertThatThrownBy(() -> continuum.demote("m", "down")).hasMessageContaining("glacial");
        assertThat(continuum.transitions("m", Page.Request.first()).items())
                .hasSize(5)
                .last()
                .satisfies(move -> assertThat(move.reason()).isEqualTo("manual: because"));
        Page<Transition> page = continuum.transitions(null, Page.Request.first(2));
        assertThat(page.items()).hasSize(2);
        assertThat(continuum.transitions(null, new Page.Request(5, page.next())).items())
                .hasSize(3);
        assertThat(continuum
                        .transitions(null, MemoryTier.FAST, null, Page.Request.first())
                        .items())
                .extracting(Transition::toTier)
                .containsExactly("medium");
        Page<Transition> toMedium = continuum.transitions("m", null, MemoryTier.MEDIUM, Page.Request.first(1));
        assertThat(toMedium.items()).extracting(Transition::fromTier).containsExactly("fast");
        assertThat(continuum
                        .transitions("m", null, MemoryTier.MEDIUM, new Page.Request(5, toMedium.next()))
                        .items())
                .extracting(Transition::fromTier)
                .containsExactly("slow");
        assertThat(continuum
                        .transitions("m", MemoryTier.SLOW, MemoryTier.GLACIAL, Page.Request.first())
                        .items())
                .hasSize(1);
    }

    @Test
    void aPageOfRareMovesIsLookedForInAPartOfThemAndGoesOnWhereItEnded() {
        added(MemoryDraft.of("x").id("m").tier(MemoryTier.MEDIUM));
        continuum.promote("m", "the rare one");
        archive.write(tx -> {
            tx.update("""
                    INSERT INTO tier_transitions (memory_id, from_tier, to_tier, reason)
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
                    SELECT 'm' || i, 'medium', 'slow', 'often' FROM n""");
            return tx.update(dialect.pick("ANALYZE", "ANALYZE tier_transitions"));
        });
        int pages = 0;
        List<Transition> found = new ArrayList<>();
        String cursor = null;
        do {
            Page<Transition> page = continuum.transitions(null, null, MemoryTier.FAST, new Page.Request(50, cursor));
            found.addAll(page.items());
            cursor = page.next();
            pages++;
        } while (cursor != null);
        assertThat(found).extracting(Transition::memoryId).containsExactly("m");
        assertThat(pages).isEqualTo(100_000 / MemoryReads.MOVES_LOOKED_AT + 1);
        Page<Transition> often = continuum.transitions(null, MemoryTier.MEDIUM, MemoryTier.SLOW, Page.Request.first(3));
        assertThat(often.items()).hasSize(3);
        assertThat(continuum
                        .transitions("m", null, MemoryTier.FAST, Page.Request.first())
                        .next())
                .isNull();
        List<String> plan = archive.list(
                dialect.pick("EXPLAIN QUERY PLAN ", "EXPLAIN ") + MemoryReads.MOVES_OF_ALL
                        + " AND to_tier = ? ORDER BY id DESC LIMIT ?",
                row -> row.text(dialect == Dialect.SQLITE ? 4 : 1),
                50_000,
                MemoryReads.MOVES_LOOKED_AT,
                "fast",
                51);
        assertThat(String.join("\n", plan))
                .containsPattern("SEARCH tier_transitions USING INTEGER PRIMARY KEY|Index Scan Backward using"
                        + " tier_transitions_pkey")
                .doesNotContain("SCAN tier_transitions", "Seq Scan", "TEMP B-TREE");
    }

    @Test
    void theSweepMovesWhatACooldownLeftBehindAndNothingTwice() {
        added(MemoryDraft.of("surprising").id("up").surprise(0.9));
        added(MemoryDraft.of("stable").id("down").tier(MemoryTier.FAST).never());
        added(MemoryDraft.of("plain").id("stay").surprise(0.2));
        added(MemoryDraft.of("kept").id("red").surprise(0.9));
        continuum.redLine("red", "keep");
        for (int i = 0; i < 5; i++) {
            continuum.outcome("down", Outcome.succeeded());
        }
        continuum.promote("down", "back to fast");
        assertThat(continuum.consolidate(true).document())
                .containsEntry("promoted", 1)
                .containsEntry("demoted", 1)
                .containsEntry("dry_run", true);
        assertThat(continuum.show("up").tier()).isEqualTo(MemoryTier.SLOW);
        assertThat(continuum.sweep()).isEqualTo(new Continuum.Swept(1, 1));
        assertThat(continuum.show("up").tier()).isEqualTo(MemoryTier.MEDIUM);
        assertThat(continuum.show("down").tier()).isEqualTo(MemoryTier.MEDIUM);
        assertThat(continuum.show("stay").tier()).isEqualTo(MemoryTier.SLOW);
        assertThat(continuum.show("red").tier()).isEqualTo(MemoryTier.GLACIAL);
        assertThat(continuum.sweep()).as("the cooldown holds").isEqualTo(new Continuum.Swept(0, 0));
        clock.advance(Duration.ofHours(24));
        assertThat(continuum.sweep()).isEqualTo(new Continuum.Swept(1, 0));
        assertThat(continuum.show("up").tier()).isEqualTo(MemoryTier.FAST);
    }

    @Test
    void outcomesOfOneMemoryFromTwoProcessesAreAllCounted() throws Exception {
        List<String> ids = List.of("m", "n", "o");
        ids.forEach(id -> added(MemoryDraft.of("remember " + id).id(id)));
        List<Continuum> nodes = List.of(continuum, elsewhere());
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<OutcomeResult>> reported = new ArrayList<>();
            for (int i = 0; i < 120; i++) {
                Continuum node = nodes.get(i % 2);
                String id = ids.get(i % 3);
                reported.add(threads.submit(() -> node.outcome(id, Outcome.succeeded())));
            }
            for (Future<OutcomeResult> one : reported) {
                one.get();
            }
        }
        assertThat(ids)
                .allSatisfy(id -> assertThat(continuum.show(id).successCount()).isEqualTo(40));
    }

    @Test
    void theHistoryOfAMemoryHasItsOutcomesItsMovesAndWhatWasArchivedOfIt() {
        added(MemoryDraft.of("The gate is shut").id("m").tier(MemoryTier.FAST));
        for (int i = 0; i < 5; i++) {
            clock.advance(Duration.ofMinutes(1));
            continuum.outcome("m", Outcome.succeeded().key("d" + i));
        }
        clock.advance(Duration.ofMinutes(1));
        continuum.forget("m", "it is open again", false);
        clock.advance(Duration.ofMinutes(1));
        continuum.restore("m", OptionalInt.empty());
        clock.advance(Duration.ofMinutes(1));
        continuum.outcome("m", Outcome.failed());
        List<Memory.Happened> history = elsewhere().history("m", 100);
        assertThat(history)
                .extracting(Memory.Happened::kind)
                .containsExactly("outcome", "archived", "move", "outcome", "outcome", "outcome", "outcome", "outcome");
        assertThat(history.get(0).success()).isFalse();
        assertThat(history.get(1).generation()).isEqualTo(1);
        assertThat(history.get(1).content()).isEqualTo("The gate is shut");
        assertThat(history.get(1).reason()).contains("it is open again");
        assertThat(history.get(2).fromTier() + " " + history.get(2).tier() + " "
                        + history.get(2).reason())
                .isEqualTo("fast medium high_stability");
        assertThat(history.get(3).key()).isEqualTo("d4");
        assertThat(history.get(3).surpriseScore()).isEqualTo(history.get(2).surpriseScore());
        assertThat(continuum.history("m", 2)).isEqualTo(history.subList(0, 2));
        added(MemoryDraft.of("A secret").id("s").namespace("agent:eve"));
        assertThatThrownBy(() -> asAgent("bob").history("s", 10)).isInstanceOf(NotFoundException.class);
        assertThat(asAgent("eve").history("s", 10)).isEmpty();
        assertThatThrownBy(() -> continuum.history("m", 0)).isInstanceOf(InvalidException.class);
    }

    @Test
    void whatForgettingWouldDoIsCountedAndNothingIsDone() {
        added(MemoryDraft.of("The gate is shut").id("m"));
        continuum.outcome("m", Outcome.succeeded());
        continuum.outcome("m", Outcome.failed());
        assertThat(continuum.rehearseForget("m", null, false)).isEqualTo(new Continuum.Forgetting("m", 1, false, 0, 0));
        assertThat(continuum.show("m").archived()).isFalse();
        continuum.forget("m", null, false);
        continuum.restore("m", OptionalInt.empty());
        assertThat(continuum.rehearseForget("m", "by mistake", true))
                .isEqualTo(new Continuum.Forgetting("m", null, true, 1, 2));
        assertThat(elsewhere().history("m", 10)).hasSize(3);
        continuum.redLine("m", "decided by the owners");
        assertThatThrownBy(() -> continuum.rehearseForget("m", null, true)).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> asAgent("eve").rehearseForget("m", null, true)).isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> continuum.rehearseForget("none", null, true)).isInstanceOf(NotFoundException.class);
    }
}
