package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.json.JsonFields;
import dev.stoa.search.vector.Embedder;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Expiry, caps, pruning and tuning. */
@OnBothDatabases
class ContinuumCleanupTest extends ContinuumFixture {
    private void fill(int rows, MemoryTier tier, String words) {
        continuum.addAll(
                IntStream.range(0, rows)
                        .mapToObj(i -> MemoryDraft.of(words + " " + i).tier(tier))
                        .toList(),
                true);
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        continuum.stats().tiers().forEach(tier -> counts.put(tier.tier().text(), tier.count()));
        return counts;
    }

    @Test
    void whatHasExpiredIsArchivedInBatchesAndADryRunWritesNothing() {
        fill(1_100, MemoryTier.SLOW, "slow");
        fill(3, MemoryTier.GLACIAL, "glacial");
        assertThat(continuum.cleanup(false)).isEqualTo(new CleanupResult(0, 0, 0, false));
        clock.advance(Duration.ofDays(42));
        assertThat(continuum.cleanup(true)).isEqualTo(new CleanupResult(1_100, 0, 0, true));
        assertThat(count("continuum_memory")).isEqualTo(1_103);
        assertThat(continuum.cleanup(false)).isEqualTo(new CleanupResult(1_100, 0, 0, false));
        assertThat(count("continuum_memory")).isEqualTo(3);
        assertThat(count("continuum_memory_archive")).isEqualTo(1_100);
        assertThat(continuum.cleanup(false).total()).isZero();
        assertThat(continuum.cleanup(false).document())
                .containsOnlyKeys(
                        "embedded", "promoted", "demoted", "expired", "evicted", "overflowed", "tuned", "dry_run");
    }

    @Test
    @DisplayName("Cleanup must get past any row; caps must hold")
    void theWeakestLeaveAFullTierAndTheSettledOnesMoveOn() {
        for (String name : List.of("cap.fast", "cap.medium")) {
            continuum.tune(TuneRequest.setting(name, 10));
        }
        for (int i = 0; i < 16; i++) {
            added(MemoryDraft.of("fast " + i)
                    .id("f" + i)
                    .tier(MemoryTier.FAST)
                    .importance((i + 1) / 20.0)
                    .never());
        }
        continuum.redLine("f0", "kept, but it moves to glacial");
        // Settled, but too surprising to move by itself.
        for (int i = 0; i < 6; i++) {
            continuum.outcome(
                    "f1",
                    i % 2 == 0 ? Outcome.failed().error(1) : Outcome.succeeded().error(1));
        }
        double settled = continuum.show("f1").consolidationScore();
        assertThat(settled).isGreaterThan(0.35);
        assertThat(continuum.show("f1").tier()).isEqualTo(MemoryTier.FAST);
        clock.advance(Duration.ofHours(1));
        for (int i = 2; i < 16; i++) {
            added(MemoryDraft.of("fast " + i).importance((i + 1) / 20.0));
        }
        CleanupResult would = continuum.cleanup(true);
        CleanupResult cleaned = continuum.cleanup(false);
        assertThat(cleaned).isEqualTo(new CleanupResult(0, 4, 1, false));
        assertThat(would).isEqualTo(new CleanupResult(0, 4, 1, true));
        assertThat(counts())
                .containsEntry("fast", 10L)
                .containsEntry("medium", 1L)
                .containsEntry("glacial", 1L);
        assertThat(continuum.show("f1").tier()).isEqualTo(MemoryTier.MEDIUM);
        assertThat(continuum.show("f1").expiresAt()).isNull();
        assertThat(continuum.transitions("f1", Page.Request.first()).items())
                .singleElement()
                .satisfies(move -> assertThat(move.reason()).isEqualTo("overflow"));
        for (int i = 2; i < 6; i++) {
            assertThat(continuum.show("f" + i).archive())
                    .satisfies(end -> assertThat(end.reason()).isEqualTo("tier_limit"));
        }
    }

    @Test
    void tiersAreCountedAgainOnlyWhenSoMuchWasWrittenThatOneCanBeTooFull() {
        continuum.tune(TuneRequest.setting("cap.fast", 10));
        MemoryCleanup.Room room = new MemoryCleanup.Room();
        for (int i = 0; i < 8; i++) {
            added(MemoryDraft.of("one's " + i).namespace("agent:one").tier(MemoryTier.FAST));
            added(MemoryDraft.of("other's " + i).namespace("agent:other").tier(MemoryTier.FAST));
        }
        assertThat(shrunk(room)).isZero();
        // This writes neither a number nor a move.
        continuum.follow("one", "other", false);
        assertThat(shrunk(room)).isZero();
        for (int i = 0; i < 2; i++) {
            added(MemoryDraft.of("slow " + i).tier(MemoryTier.SLOW));
            assertThat(shrunk(room)).isZero();
        }
        added(MemoryDraft.of("the third").tier(MemoryTier.SLOW));
        assertThat(shrunk(room)).isEqualTo(6);
        assertThat(shrunk(room)).isZero();
        continuum.tune(TuneRequest.setting("cap.medium", 11));
        assertThat(shrunk(room)).isZero();
        for (int i = 0; i < 7; i++) {
            added(MemoryDraft.of("more " + i).namespace("agent:other").tier(MemoryTier.FAST));
            assertThat(shrunk(room)).isEqualTo(1);
        }
    }

    private int shrunk(MemoryCleanup.Room room) {
        return archive.write(tx -> room.shrink(
                        new MemoryTx(tx, clock.instant(), new Parameters().of(tx), Principal.local(), "none", null)))
                .total();
    }

    @Test
    void redLinedRowsCountButStay() {
        continuum.tune(TuneRequest.setting("cap.glacial", 10));
        for (int i = 0; i < 12; i++) {
            added(MemoryDraft.of("glacial " + i).id("g" + i).tier(MemoryTier.GLACIAL));
            if (i < 11) {
                continuum.redLine("g" + i, "kept");
            }
        }
        assertThat(continuum.cleanup(false)).isEqualTo(new CleanupResult(0, 1, 0, false));
        assertThat(count("continuum_memory")).isEqualTo(11);
        assertThat(continuum.cleanup(false).total()).isZero();
    }

    @Test
    @DisplayName("Caps must hold after debates: whoever takes a number divisible by 256 cleans up")
    void addingKeepsTheCapsByItself() {
        continuum.tune(TuneRequest.setting("cap.slow", 10));
        for (int i = 0; i < 512; i++) {
            added(MemoryDraft.of("row " + i));
            if (i % 100 == 0) {
                clock.advance(Duration.ofMinutes(1));
            }
        }
        assertThat(counts().get("slow")).isEqualTo(10);
        fill(700, MemoryTier.SLOW, "bulk");
        assertThat(counts().get("slow")).isLessThan(10L + 256);
        added(MemoryDraft.of("brief").id("brief").ttlSeconds(1));
        clock.advance(Duration.ofSeconds(2));
        for (int i = 0; i < 256; i++) {
            elsewhereOrHere(i).add(MemoryDraft.of("later " + i).tier(MemoryTier.GLACIAL));
        }
        assertThat(value("SELECT count(*) FROM continuum_memory WHERE id = 'brief'"))
                .isEqualTo("0");
    }

    private Continuum elsewhereOrHere(int i) {
        return i == 0 ? elsewhere() : continuum;
    }

    @Test
    void aCleanupThatFailsAfterAWriteIsWarnedOfAndTheWriteStands() throws SQLException {
        fill(MemoryTx.UPKEEP - 1, MemoryTier.SLOW, "slow");
        clock.advance(Duration.ofDays(42));
        foreign("ALTER TABLE continuum_memory_archive RENAME COLUMN archived_at TO elsewhere");
        try (CapturedLog log = CapturedLog.of(Continuum.class)) {
            added("last", "the one whose number makes a cleanup due");
            assertThat(log.warnings()).singleElement().asString().startsWith("the cleanup that is due was not done: ");
        }
        foreign("ALTER TABLE continuum_memory_archive RENAME COLUMN elsewhere TO archived_at");
        assertThat(continuum.show("last").content()).contains("cleanup due");
    }

    @Test
    void pruningRemovesOldGenerationsAndOutcomesOnly() {
        added(MemoryDraft.of("x").id("m").never());
        continuum.outcome("m", Outcome.succeeded());
        continuum.forget("m", null, false);
        clock.advance(Duration.ofDays(100));
        added(MemoryDraft.of("x").id("m").never());
        continuum.forget("m", null, false);
        clock.advance(Duration.ofDays(300));
        assertThat(continuum.prune(true)).isEqualTo(new PruneResult(1, 1, true));
        assertThat(count("continuum_memory_archive")).isEqualTo(2);
        assertThat(continuum.prune(false)).isEqualTo(new PruneResult(1, 1, false));
        assertThat(continuum.show("m").archive())
                .satisfies(end -> assertThat(end.generation()).isEqualTo(2));
        added(MemoryDraft.of("y").id("m"));
        assertThat(continuum.forget("m", null, false).generation()).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "A tuned half-life, threshold, cap or weight must change the next recall, outcome or cleanup, also in another process and after a restart")
    void aTunedParameterIsInForceEverywhereAtOnce() {
        Continuum there = elsewhere();
        added(MemoryDraft.of("alpha words").id("m").importance(1).never());
        added(MemoryDraft.of("others")
                .id("n")
                .tier(MemoryTier.GLACIAL)
                .importance(0.7)
                .never());
        clock.advance(Duration.ofDays(30));
        assertThat(there.recall(RecallQuery.strongest()).getFirst().memory().id())
                .isEqualTo("n");
        Tuning tuning = continuum.tune(
                new TuneRequest(Map.of("half_life_hours.slow", 700.0, "half_life_hours.glacial", 720.0), false, false));
        assertThat(tuning.changed()).isTrue();
        assertThat(tuning.reason()).contains("half_life_hours.slow 168.0 to 700.0");
        assertThat(there.recall(RecallQuery.strongest()).getFirst().memory().id())
                .isEqualTo("m");
        assertThat(there.stats().hyperparamsSource()).isEqualTo("meta_learning_state 1");

        continuum.tune(TuneRequest.setting("ema_alpha", 0.25));
        assertThat(there.outcome("m", Outcome.failed()).surpriseAfter()).isEqualTo(0.125);
        added(MemoryDraft.of("surprising").id("t").surprise(0.8).importance(0).never());
        continuum.tune(TuneRequest.setting("promote.slow", 0.9));
        assertThat(there.outcome("t", Outcome.failed()).moved()).isNull();
        continuum.tune(TuneRequest.setting("promote.slow", 0.5));
        assertThat(there.outcome("t", Outcome.failed()).moved()).isNotNull();
        continuum.tune(TuneRequest.setting("recall.retention", 0));
        assertThat(there.recall(RecallQuery.query("alpha")).getFirst().score()).isEqualTo(1);
        continuum.tune(TuneRequest.setting("floor", 0.2));
        clock.advance(Duration.ofDays(900));
        place.closeArchives();
        archive = place.open(ContinuumArchive.SCHEMA);
        continuum = over(archive, Embedder.off());
        assertThat(continuum.recall(RecallQuery.strongest()).getFirst().score()).isEqualTo(0.2);
        Tuning reset = continuum.tune(new TuneRequest(Map.of(), true, false));
        assertThat(reset.hyperparams()).isEqualTo(Hyperparams.DEFAULTS.document());
        assertThat(reset.cyclesEvaluated()).isEqualTo(7);
        assertThat(continuum.recall(RecallQuery.strongest()).getFirst().score()).isEqualTo(0.02);
    }

    @Test
    void aWrongParameterIsRefusedAndADryRunStoresNothing() {
        assertThatThrownBy(() -> continuum.tune(TuneRequest.setting("floor", 0.5)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("floor 0.5");
        assertThatThrownBy(() -> continuum.tune(TuneRequest.setting("flour", 0.5)))
                .isInstanceOfSatisfying(
                        InvalidException.class,
                        e -> assertThat(e.hint().orElse("")).contains("floor"));
        Tuning dry = continuum.tune(new TuneRequest(Map.of("floor", 0.1), false, true));
        assertThat(dry.changed()).isTrue();
        assertThat(count("meta_learning_state")).isZero();
        assertThat(TuneRequest.parse("floor=0.03")).isEqualTo(Map.entry("floor", 0.03));
        assertThatThrownBy(() -> TuneRequest.parse("floor")).hasMessageContaining("NAME=NUMBER");
        assertThat(TuneRequest.fromJson(JsonFields.of(Map.of("set", Map.of("floor", 0.1), "dry_run", true))))
                .isEqualTo(new TuneRequest(Map.of("floor", 0.1), false, true));
    }

    @Test
    void tuningByRuleLooksAtWhatHappenedSinceTheLastTime() {
        added(MemoryDraft.of("used").id("used").never());
        for (int i = 0; i < 99; i++) {
            continuum.outcome("used", Outcome.succeeded());
        }
        Tuning early = continuum.tune(TuneRequest.byRule());
        assertThat(early.changed()).isFalse();
        assertThat(early.reason()).contains("99").contains("100");
        assertThat(count("meta_learning_state")).isZero();

        List<MemoryDraft> brief = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            brief.add(MemoryDraft.of("brief " + i).ttlSeconds(1));
        }
        continuum.addAll(brief, true);
        clock.advance(Duration.ofSeconds(2));
        continuum.cleanup(false);
        continuum.addAll(brief.subList(0, 5), true);
        continuum.outcome("used", Outcome.succeeded());
        Tuning tuned = continuum.tune(TuneRequest.byRule());
        assertThat(tuned.changed()).isTrue();
        assertThat(tuned.forgettingRate()).isEqualTo(0.25);
        assertThat(tuned.patternRetentionRate()).isEqualTo(1);
        assertThat(tuned.learningEfficiency()).isBetween(0.9, 1.0);
        assertThat(tuned.hyperparams()).containsEntry("half_life_hours.slow", 168 * 1.10);
        assertThat(tuned.cyclesEvaluated()).isEqualTo(1);

        continuum.tune(TuneRequest.setting("floor", 0.03));
        Tuning again = continuum.tune(TuneRequest.byRule());
        assertThat(again.reason()).startsWith("0 outcomes");
        assertThat(value("SELECT through_outcome FROM meta_learning_state ORDER BY id DESC LIMIT 1"))
                .isEqualTo("100");
        clock.advance(Duration.ofMinutes(1));
        for (int i = 0; i < 100; i++) {
            continuum.outcome("used", Outcome.succeeded());
        }
        Tuning third = continuum.tune(TuneRequest.byRule());
        assertThat(third.forgettingRate())
                .as("nothing was forgotten in this window")
                .isNull();
        assertThat(third.changed()).isFalse();
        assertThat(count("meta_learning_state")).isEqualTo(3);
    }

    @Test
    void movesBackAndForthMoveTheThresholdsApart() {
        for (int i = 0; i < 13; i++) {
            String id = "m" + i;
            added(MemoryDraft.of("text " + i).id(id).tier(MemoryTier.FAST).never());
            for (int k = 0; k < 5; k++) {
                continuum.outcome(id, Outcome.succeeded());
            }
            for (int k = 0; k < 3; k++) {
                clock.advance(Duration.ofHours(25));
                continuum.outcome(id, Outcome.failed());
            }
            assertThat(continuum.show(id).tier()).isEqualTo(MemoryTier.FAST);
        }
        assertThat(count("tier_transitions")).isEqualTo(26);
        Tuning tuned = continuum.tune(TuneRequest.byRule());
        assertThat(tuned.hyperparams()).containsEntry("demote.fast", 0.30 - 0.02);
        ConsolidationResult all = continuum.consolidate();
        assertThat(all.tuned()).isFalse();
    }
}
