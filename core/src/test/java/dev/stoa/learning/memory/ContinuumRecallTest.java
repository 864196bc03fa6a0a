package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.VectorColumn;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.MissingEmbedder;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TimeZone;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What recall finds, in which order, and how it explains it. */
@OnBothDatabases
class ContinuumRecallTest extends ContinuumFixture {
    private List<String> ids(RecallQuery recall) {
        return continuum.recall(recall).stream().map(hit -> hit.memory().id()).toList();
    }

    @Test
    @DisplayName("A fresh memory must be found by its words in the next recall without a rebuild")
    void aFreshMemoryIsFoundAtOnceByAnyOfItsWords() {
        added("m", "SQLite keeps its WAL in a -shm file.");
        added("n", "unrelated");
        for (String query : List.of("wal", "WAL?", "files", "sqlite it's", "\"shm\" AND *", "keeps nothing")) {
            assertThat(ids(RecallQuery.query(query))).as(query).containsExactly("m");
        }
        assertThat(elsewhere().recall(RecallQuery.query("wal"))).hasSize(1);
        assertThat(continuum.recall(RecallQuery.query("absent word"))).isEmpty();
    }

    @Test
    @DisplayName("A memory must be found 242 days later if it has not expired, with retention >= 0.02")
    void anOldMemoryIsStillFound() {
        added(MemoryDraft.of("the old lighthouse").id("m").never());
        clock.advance(Duration.ofDays(242));
        RecallHit hit = continuum.recall(RecallQuery.query("lighthouse")).getFirst();
        assertThat(hit.retention().value()).isGreaterThanOrEqualTo(0.02);
        assertThat(hit.retention().floored()).isTrue();
        assertThat(continuum.recall(RecallQuery.strongest()).getFirst().score()).isEqualTo(0.02);
    }

    @Test
    @DisplayName("A tier filter with a query must search within the tier")
    void aTierFilterSearchesWithinTheTier() {
        List<MemoryDraft> many = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            many.add(MemoryDraft.of("cache cache cache number " + i));
        }
        continuum.addAll(many, true);
        added(MemoryDraft.of("one mention of the cache among several other words that are here")
                .id("f")
                .tier(MemoryTier.FAST));
        assertThat(ids(RecallQuery.query("cache").tiers(MemoryTier.FAST))).containsExactly("f");
        assertThat(ids(RecallQuery.query("cache").tiers(MemoryTier.GLACIAL))).isEmpty();
    }

    @Test
    @DisplayName("A memory of namespace x must never be recalled for y, in any tier, with or without query")
    void namespacesAreApart() {
        for (MemoryTier tier : MemoryTier.values()) {
            for (String namespace : List.of("x", "y")) {
                added(MemoryDraft.of("common words " + tier)
                        .id(namespace + "-" + tier.text())
                        .namespace(namespace)
                        .tier(tier));
            }
        }
        for (String namespace : List.of("x", "y")) {
            for (RecallQuery recall : List.of(RecallQuery.query("common words"), RecallQuery.strongest())) {
                assertThat(ids(recall.namespaces(namespace))).hasSize(4).allMatch(id -> id.startsWith(namespace));
            }
        }
        assertThat(ids(RecallQuery.strongest())).isEmpty();
        assertThat(ids(RecallQuery.strongest().namespaces("x", "y"))).hasSize(8);
    }

    @Test
    @DisplayName("Two data directories in one process must not touch each other's rows or caches")
    void twoPlacesAreApart(@TempDir Path other) {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        try (var archiveThere = SqliteArchive.open(ContinuumArchive.SCHEMA, other, StorageSettings.defaults(), clock)) {
            Continuum there = over(archiveThere, Embedder.hashing(64));
            Continuum here = over(archive, Embedder.hashing(64));
            here.tune(TuneRequest.setting("floor", 0.1));
            here.add(MemoryDraft.of("only here").id("m"));
            there.add(MemoryDraft.of("only there").id("n"));
            assertThat(there.recall(RecallQuery.query("only here")))
                    .extracting(hit -> hit.memory().id())
                    .containsExactly("n");
            assertThat(here.recall(RecallQuery.query("only there")))
                    .extracting(hit -> hit.memory().id())
                    .containsExactly("m");
            assertThat(there.stats().hyperparams()).containsEntry("floor", 0.02);
            assertThat(here.stats().hyperparams()).containsEntry("floor", 0.1);
        }
    }

    @Test
    void theStrongestAreTheBruteForceOrderUnderAllFilters() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 120; i++) {
            clock.advance(Duration.ofMinutes(random.nextInt(200)));
            added(MemoryDraft.of("row " + i)
                    .id("m" + i)
                    .tier(List.of(MemoryTier.values()).get(random.nextInt(4)))
                    .namespace(random.nextBoolean() ? "shared" : "lab")
                    .importance(random.nextInt(5) / 4.0)
                    .surprise(random.nextDouble())
                    .trust(List.of(Trust.values()).get(random.nextInt(4)))
                    .never());
        }
        List<Memory> all =
                continuum.list(null, null, new Page.Request(500, null)).items();
        for (int i = 0; i < 12; i++) {
            clock.advance(Duration.ofHours(random.nextInt(500)));
            double least = random.nextInt(3) / 4.0;
            Trust trust = List.of(Trust.values()).get(random.nextInt(3));
            int limit = 1 + random.nextInt(40);
            RecallQuery recall = RecallQuery.strongest()
                    .namespaces("shared", "lab")
                    .limit(limit)
                    .minImportance(least)
                    .minTrust(trust);
            List<String> expected = all.stream()
                    .filter(memory ->
                            memory.importance() >= least && memory.trust().compareTo(trust) >= 0)
                    .sorted(Comparator.comparingDouble((Memory memory) -> -level(memory, clock.instant()))
                            .thenComparingLong(memory -> -memory.seq()))
                    .limit(limit)
                    .map(Memory::id)
                    .toList();
            assertThat(ids(recall)).isEqualTo(expected);
        }
    }

    private static double level(Memory memory, Instant now) {
        double lambda = Hyperparams.DEFAULTS.lambda(memory.tier());
        return Retention.level(
                Retention.rankKey(
                        Math.log(Retention.strength(memory.importance(), memory.surpriseScore())),
                        memory.updatedAt().toEpochMilli(),
                        lambda),
                now.toEpochMilli(),
                lambda);
    }

    @Test
    void theTopOfATierIsReadFromTheRankIndexWithoutASort() {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        List<String> plan = archive.read(tx -> tx.list(
                "EXPLAIN QUERY PLAN " + RecallStatement.rankSql(dialect),
                row -> row.text(4),
                "shared",
                "slow",
                clock.instant(),
                0.0,
                0,
                10));
        assertThat(plan)
                .singleElement()
                .asString()
                .contains("idx_continuum_rank (namespace=? AND tier=?)")
                .doesNotContain("TEMP B-TREE");
    }

    @Test
    void theOrderOfTheStrongestIsReadFromTheRankIndexAlone() {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        List<String> plan = archive.read(tx -> tx.list(
                "EXPLAIN QUERY PLAN " + RecallStatement.rankOrder(dialect), row -> row.text(4), "shared", "slow", 10));
        assertThat(plan)
                .singleElement()
                .asString()
                .contains("USING COVERING INDEX idx_continuum_rank (namespace=? AND tier=?")
                .doesNotContain("TEMP B-TREE");
    }

    @Test
    void whatHasExpiredAtTheHeadOfTheOrderMakesRoomForWhatFollows() {
        for (int i = 0; i < 6; i++) {
            added(MemoryDraft.of("for an hour " + i)
                    .id("hour" + i)
                    .importance(0.9)
                    .ttlSeconds(3600));
        }
        for (int i = 0; i < 4; i++) {
            added(MemoryDraft.of("for ever " + i).id("ever" + i).importance(0.1).never());
        }
        assertThat(ids(RecallQuery.strongest().limit(5))).allMatch(id -> id.startsWith("hour"));
        clock.advance(Duration.ofHours(2));
        assertThat(ids(RecallQuery.strongest().limit(5))).containsExactly("ever3", "ever2", "ever1", "ever0");
        assertThat(ids(RecallQuery.strongest().limit(2))).containsExactly("ever3", "ever2");
    }

    @Test
    void newVectorsAreReadFromTheIndexOfThoseThereAre() {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        List<String> plan = archive.read(tx -> tx.list(
                "EXPLAIN QUERY PLAN "
                        + new VectorColumn.Layout("continuum_memory", "content", "semantic_centroid").after(),
                row -> row.text(4),
                0,
                "model",
                10));
        assertThat(plan)
                .singleElement()
                .asString()
                .contains("idx_continuum_vector (vector_seq>?)")
                .doesNotContain("TEMP B-TREE");
    }

    @Test
    void everyHitExplainsItsScore() {
        added(MemoryDraft.of("redis eviction policy").id("m").importance(0.5));
        clock.advance(Duration.ofDays(7));
        RecallHit hit =
                continuum.recall(RecallQuery.query("eviction of redis keys")).getFirst();
        RecallHit.Lexical lexical = Objects.requireNonNull(hit.lexical());
        assertThat(lexical.value()).isEqualTo(1);
        assertThat(lexical.weight()).isCloseTo(0.75, within(1e-12));
        assertThat(lexical.matched()).containsExactly("eviction", "redis");
        assertThat(hit.semantic()).isNull();
        assertThat(hit.retention().value()).isCloseTo(0.125, within(1e-9));
        assertThat(hit.retention().ageSeconds()).isEqualTo(7 * 86_400);
        assertThat(hit.score()).isCloseTo(0.75 + 0.25 * 0.125, within(1e-9));
        assertThat(String.valueOf(hit.document().get("terms")))
                .containsSubsequence("lexical", "matched", "semantic=null", "retention", "floored=false");
    }

    @Test
    void theWorkedScoresHold() {
        RecallStatement.Weights all = RecallStatement.Weights.of(Hyperparams.DEFAULTS, true, true);
        assertThat(all.lexical() + all.semantic() * 0.5 + all.retention() * 0.25)
                .isCloseTo(0.75, within(1e-12));
        RecallStatement.Weights off = RecallStatement.Weights.of(Hyperparams.DEFAULTS, true, false);
        assertThat(off.lexical() + off.retention() * 0.25).isCloseTo(0.8125, within(1e-12));
        Hyperparams odd = Hyperparams.DEFAULTS.with(
                Map.of("recall.lexical", 0.0, "recall.retention", 0.0, "recall.semantic", 1.0));
        assertThat(RecallStatement.Weights.of(odd, true, false)).isEqualTo(new RecallStatement.Weights(1, 0, 0));
    }

    @Test
    void aQueryWithoutWordsIsAnsweredByStrengthAndSaysSo() {
        added("m", "something");
        RecallResult answer = continuum.recollect(RecallQuery.query("?!"));
        assertThat(answer.items()).hasSize(1);
        assertThat(answer.note()).isEqualTo("no searchable words in the query");
        assertThat(continuum.recollect(RecallQuery.query("the of")).note()).isNotNull();
        assertThat(continuum.recollect(RecallQuery.strongest()).note()).isNull();
        assertThat(answer.document()).containsOnlyKeys("query", "now", "items", "next", "note");
    }

    @Test
    void vectorsFindWhatHasACosineOfAQuarterOrMoreAndNothingBelow() {
        // On the unit circle the first coordinate is the cosine with the query; the words share nothing.
        Map<String, Float> cosines =
                Map.of("query", 1f, "alpha", Math.nextUp(0.25f), "beta", 0.25f, "gamma", Math.nextDown(0.25f));
        Continuum near = over(archive, new Embedder() {
            @Override
            public String modelId() {
                return "circle";
            }

            @Override
            public int dimensions() {
                return 2;
            }

            @Override
            public List<float[]> embed(List<String> texts) {
                return texts.stream()
                        .map(text -> Objects.requireNonNull(cosines.get(text), text))
                        .map(x -> new float[] {x, (float) Math.sqrt(1 - x * x)})
                        .toList();
            }
        });
        List.of("alpha", "beta", "gamma")
                .forEach(text -> near.add(MemoryDraft.of(text).id(text)));

        assertThat(near.recall(RecallQuery.query("query")))
                .extracting(hit -> hit.memory().id())
                .containsExactly("alpha", "beta");
    }

    @Test
    void aModelThatIsMissingIsNamedAndWordsDecideAlone() {
        Continuum without = over(archive, new MissingEmbedder());
        without.add(MemoryDraft.of("the harbour is closed in winter").id("m"));
        RecallResult answer = without.recollect(RecallQuery.query("harbour"));
        assertThat(answer.items()).hasSize(1);
        assertThat(answer.note()).isEqualTo("the model is missing; add it");
        assertThat(without.recollect(RecallQuery.strongest()).note()).isNull();
        assertThat(continuum.recollect(RecallQuery.query("harbour")).note())
                .as("an embedder that is off is as configured")
                .isNull();
    }

    @Test
    void vectorsFindWhatWordsDoNotAndScoreWhatWordsFound() {
        Continuum near = over(archive, Embedder.hashing(64));
        near.add(MemoryDraft.of("configuration").id("like"));
        near.add(MemoryDraft.of("reconfigurations of the system").id("also"));
        near.add(MemoryDraft.of("bananas").id("unlike"));
        List<RecallHit> hits = near.recall(RecallQuery.query("configuration"));
        assertThat(hits.getFirst().memory().id()).isEqualTo("like");
        assertThat(hits.getFirst().memory().embedded()).isTrue();
        assertThat(Objects.requireNonNull(hits.getFirst().semantic()).value()).isCloseTo(1, within(1e-6));
        assertThat(hits).extracting(hit -> hit.memory().id()).doesNotContain("unlike");
        for (RecallHit hit : hits) {
            RecallHit.Lexical lexical = Objects.requireNonNull(hit.lexical());
            RecallHit.Semantic semantic = Objects.requireNonNull(hit.semantic());
            assertThat(hit.score())
                    .isCloseTo(
                            lexical.weight() * lexical.value()
                                    + semantic.weight() * semantic.value()
                                    + hit.retention().weight() * hit.retention().value(),
                            within(1e-12));
        }
        near.forget("like", null, false);
        assertThat(near.recall(RecallQuery.query("configuration")))
                .extracting(hit -> hit.memory().id())
                .doesNotContain("like");
        assertThat(near.restore("like", OptionalInt.empty()).embedded()).isTrue();
        assertThat(near.recall(RecallQuery.query("configuration"))
                        .getFirst()
                        .memory()
                        .id())
                .isEqualTo("like");
        assertThat(continuum.stats().pendingEmbeddings()).isZero();
        continuum.add(MemoryDraft.of("written without a model").id("late"));
        assertThat(near.stats().pendingEmbeddings()).isEqualTo(1);
        assertThat(near.consolidate(true).embedded()).isEqualTo(1);
        assertThat(near.consolidate().embedded()).isEqualTo(1);
        assertThat(near.show("late").embedded()).isTrue();
    }

    @Test
    @DisplayName(
            "Ranks must not depend on the default time zone nor become negative, infinite or NaN when the clock goes back")
    void ranksKnowNoTimeZoneAndSurviveAClockSetBack() {
        added(MemoryDraft.of("steady words").id("a").importance(0.9));
        added(MemoryDraft.of("steady words too").id("b").importance(0.4).tier(MemoryTier.GLACIAL));
        clock.advance(Duration.ofDays(3));
        List<RecallHit> expected = continuum.recall(RecallQuery.query("steady words"));
        List<RecallHit> strongest = continuum.recall(RecallQuery.strongest());
        TimeZone before = TimeZone.getDefault();
        try {
            List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
            for (int i = 0; i < zones.size(); i += dialect == Dialect.SQLITE ? 1 : 20) {
                TimeZone.setDefault(TimeZone.getTimeZone(zones.get(i)));
                assertThat(continuum.recall(RecallQuery.query("steady words")))
                        .as(zones.get(i))
                        .isEqualTo(expected);
                assertThat(continuum.recall(RecallQuery.strongest()))
                        .as(zones.get(i))
                        .isEqualTo(strongest);
            }
        } finally {
            TimeZone.setDefault(before);
        }
        clock.advance(Duration.ofDays(-4_000));
        for (RecallHit hit : continuum.recall(RecallQuery.strongest())) {
            assertThat(hit.score()).isEqualTo(1);
            assertThat(hit.retention().ageSeconds()).isNegative();
        }
        assertThat(ids(RecallQuery.strongest())).containsExactly("a", "b");
    }

    @Test
    void boundsOfARecallAreNamed() {
        assertThatThrownBy(() -> RecallQuery.strongest().limit(101)).hasMessageContaining("limit 101");
        assertThatThrownBy(() -> RecallQuery.strongest().limit(0)).hasMessageContaining("limit 0");
        assertThatThrownBy(() -> RecallQuery.query(" ")).hasMessageContaining("query");
        assertThatThrownBy(() -> RecallQuery.query("x".repeat(4_001))).hasMessageContaining("4,000");
        assertThatThrownBy(() -> RecallQuery.strongest().minImportance(2)).hasMessageContaining("min_importance 2");
        assertThatThrownBy(() -> RecallQuery.strongest().namespaces("1", "2", "3", "4", "5", "6", "7", "8", "9"))
                .hasMessageContaining("namespaces");
        assertThatThrownBy(() -> RecallQuery.fromJson(JsonFields.of(Map.of("tiers", List.of("swift")))))
                .hasMessageContaining("swift");
        assertThat(RecallQuery.fromJson(JsonFields.of(Map.of(
                        "query",
                        "q",
                        "namespaces",
                        List.of("a"),
                        "tiers",
                        List.of("fast"),
                        "limit",
                        3L,
                        "min_importance",
                        0.5,
                        "min_trust",
                        "human"))))
                .isEqualTo(RecallQuery.query("q")
                        .namespaces("a")
                        .tiers(MemoryTier.FAST)
                        .limit(3)
                        .minImportance(0.5)
                        .minTrust(Trust.HUMAN));
    }
}
