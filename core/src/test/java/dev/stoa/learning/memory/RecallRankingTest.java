package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.RecallStatement.Weights;
import dev.stoa.search.vector.Embedder;
import dev.stoa.testing.OnBothDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In which order recall answers, by words, meaning and what is left of a memory. */
@Tag("quick")
@OnBothDatabases
class RecallRankingTest extends ContinuumFixture {
    private static final double NO_MEANING = 2;

    /** An embedder on the unit circle: the first coordinate of a text is its cosine with the query. */
    private record Circle(Map<String, Double> cosines) implements Embedder {
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
                    .map(text -> {
                        double x = Objects.requireNonNull(cosines.get(text), text);
                        return x == NO_MEANING ? new float[2] : new float[] {(float) x, (float) Math.sqrt(1 - x * x)};
                    })
                    .toList();
        }
    }

    private static List<String> ids(List<RecallHit> hits) {
        return hits.stream().map(hit -> hit.memory().id()).toList();
    }

    @Test
    void whereATermIsMissingTheOthersShareItsWeight() {
        Hyperparams params = Hyperparams.DEFAULTS.with(
                Map.of("recall.lexical", 0.5, "recall.semantic", 0.3, "recall.retention", 0.2));
        assertThat(Weights.of(params, true, true)).isEqualTo(new Weights(0.5, 0.3, 0.2));
        assertThat(Weights.of(params, true, false)).isEqualTo(new Weights(0.5 / 0.7, 0, 0.2 / 0.7));
        assertThat(Weights.of(params, false, true)).isEqualTo(new Weights(0, 0.3 / 0.5, 0.2 / 0.5));
        assertThat(Weights.of(params, false, false)).isEqualTo(new Weights(0, 0, 1));
    }

    @Test
    void ifAllWeightIsOnWhatIsMissingItGoesToWhatThereIs() {
        Hyperparams words = Hyperparams.DEFAULTS.with(
                Map.of("recall.lexical", 1.0, "recall.semantic", 0.0, "recall.retention", 0.0));
        Hyperparams meaning = Hyperparams.DEFAULTS.with(
                Map.of("recall.lexical", 0.0, "recall.semantic", 1.0, "recall.retention", 0.0));
        assertThat(Weights.of(words, false, true)).isEqualTo(new Weights(0, 1, 0));
        assertThat(Weights.of(words, false, false)).isEqualTo(new Weights(0, 0, 1));
        assertThat(Weights.of(meaning, true, false)).isEqualTo(new Weights(1, 0, 0));
        assertThat(Weights.of(meaning, true, true)).isEqualTo(new Weights(0, 1, 0));
    }

    @Test
    void ofMemoriesWithTheSameWordsTheStrongerComesFirstAndOfEqualsTheNewer() {
        added(MemoryDraft.of("harbour at dawn").id("weak").importance(0.2).surprise(0));
        added(MemoryDraft.of("harbour at noon").id("older").importance(0.8).surprise(0));
        added(MemoryDraft.of("harbour at dusk").id("newer").importance(0.8).surprise(0));
        assertThat(ids(continuum.recall(RecallQuery.query("harbour")))).containsExactly("newer", "older", "weak");
        assertThat(ids(continuum.recall(RecallQuery.query("harbour").limit(2)))).containsExactly("newer", "older");
        assertThat(ids(continuum.recall(RecallQuery.strongest()))).containsExactly("newer", "older", "weak");
        assertThat(ids(continuum.recall(RecallQuery.strongest().limit(1)))).containsExactly("newer");
    }

    @Test
    void aStrongMemoryComesBeforeANewerOneThatIsWeak() {
        added(MemoryDraft.of("harbour at dawn").id("strong").importance(0.9).surprise(0));
        added(MemoryDraft.of("harbour at dusk").id("weak").importance(0.1).surprise(0));
        assertThat(ids(continuum.recall(RecallQuery.query("harbour")))).containsExactly("strong", "weak");
    }

    @Test
    void oneThatHoldsMoreOfTheWordsComesBeforeAStrongerOne() {
        added(MemoryDraft.of("harbour pilot schedule")
                .id("both")
                .importance(0.3)
                .surprise(0));
        added(MemoryDraft.of("harbour lights").id("one").importance(0.5).surprise(0));
        List<RecallHit> hits = continuum.recall(RecallQuery.query("pilot of the harbour"));
        assertThat(ids(hits)).containsExactly("both", "one");
        RecallHit.Lexical first = Objects.requireNonNull(hits.get(0).lexical());
        RecallHit.Lexical second = Objects.requireNonNull(hits.get(1).lexical());
        assertThat(first.value()).isEqualTo(1);
        assertThat(first.matched()).containsExactly("pilot", "harbour");
        assertThat(second.value()).isGreaterThan(0).isLessThan(1);
        assertThat(second.matched()).containsExactly("harbour");
    }

    @Test
    void aHitIsExplainedWithTheMatchedWordsWhateverTheirEndings() {
        added(MemoryDraft.of("Indexing databases needs a café's patience").id("m"));
        List<RecallHit> hits = continuum.recall(RecallQuery.query("which indexes does the database need in a cafe?"));
        assertThat(Objects.requireNonNull(hits.getFirst().lexical()).matched())
                .containsExactly("indexes", "database", "need", "cafe");
    }

    @Test
    void aQueryThatMeansNothingToTheEmbedderHasNoMeaningScore() {
        Continuum near = over(archive, new Circle(Map.of("tide", 1.0, "🎉🎉", NO_MEANING)));
        near.add(MemoryDraft.of("tide").id("m"));
        RecallResult found = near.recollect(RecallQuery.query("🎉🎉"));
        assertThat(found.note()).isEqualTo(RecallStatement.NO_WORDS);
        assertThat(found.items()).allMatch(hit -> hit.semantic() == null);
    }

    @Test
    void theScoreIsTheSumOfTheWeightedTermsAndAMeaningThatIsOppositeCountsAsNone() {
        Continuum near = over(
                archive,
                new Circle(Map.of("tide", 1.0, "tide far away", -0.6, "tide nearby", 0.1, "ebb and flow", 0.9)));
        near.add(MemoryDraft.of("tide far away").id("opposite").importance(0.5).surprise(0));
        near.add(MemoryDraft.of("tide nearby").id("slight").importance(0.5).surprise(0));
        near.add(MemoryDraft.of("ebb and flow").id("meant").importance(0.5).surprise(0));
        Weights weights = Weights.of(Hyperparams.DEFAULTS, true, true);
        Map<String, RecallHit> hits = near.recall(RecallQuery.query("tide")).stream()
                .collect(Collectors.toMap(hit -> hit.memory().id(), hit -> hit));
        assertThat(hits).containsOnlyKeys("opposite", "slight", "meant");
        for (RecallHit hit : hits.values()) {
            RecallHit.Lexical lexical = Objects.requireNonNull(hit.lexical());
            RecallHit.Semantic semantic = Objects.requireNonNull(hit.semantic());
            assertThat(lexical.weight()).isEqualTo(weights.lexical());
            assertThat(semantic.weight()).isEqualTo(weights.semantic());
            assertThat(hit.retention().weight()).isEqualTo(weights.retention());
            assertThat(hit.score())
                    .isCloseTo(
                            weights.lexical() * lexical.value()
                                    + weights.semantic() * semantic.value()
                                    + weights.retention() * hit.retention().value(),
                            within(1e-12));
        }
        assertThat(semantic(hits, "opposite")).isZero();
        assertThat(semantic(hits, "slight"))
                .as("found by its words, below the threshold of vectors, and still measured")
                .isCloseTo(0.1, within(1e-6));
        assertThat(semantic(hits, "meant")).isCloseTo(0.9, within(1e-6));
        assertThat(Objects.requireNonNull(
                                Objects.requireNonNull(hits.get("meant")).lexical())
                        .value())
                .as("found by its meaning alone")
                .isZero();
    }

    private static double semantic(Map<String, RecallHit> hits, String id) {
        return Objects.requireNonNull(Objects.requireNonNull(hits.get(id)).semantic())
                .value();
    }

    @Test
    void aQueryWithoutWordsIsAnsweredByMeaningIfThereIsAModel() {
        Continuum near = over(archive, new Circle(Map.of("?!", 1.0, "near", 0.9, "nearer", 0.95, "far", 0.1)));
        List.of("near", "nearer", "far")
                .forEach(text -> near.add(MemoryDraft.of(text).id(text)));
        List<RecallHit> hits = near.recall(RecallQuery.query("?!"));
        assertThat(ids(hits)).containsExactly("nearer", "near");
        assertThat(hits).allSatisfy(hit -> assertThat(hit.lexical()).isNull());
    }

    @Test
    void whatHasExpiredOrIsBelowTheFiltersIsNotFoundByWordsNorByStrength() {
        added(MemoryDraft.of("harbour one")
                .id("low")
                .importance(0.2)
                .trust(Trust.HUMAN)
                .never());
        added(MemoryDraft.of("harbour two")
                .id("level")
                .importance(0.5)
                .trust(Trust.AGENT)
                .never());
        added(MemoryDraft.of("harbour three")
                .id("doubtful")
                .importance(0.9)
                .trust(Trust.UNTRUSTED)
                .never());
        added(MemoryDraft.of("harbour four")
                .id("fast")
                .tier(MemoryTier.FAST)
                .importance(0.9)
                .trust(Trust.HUMAN));
        for (RecallQuery recall : List.of(RecallQuery.query("harbour"), RecallQuery.strongest())) {
            assertThat(ids(continuum.recall(recall))).containsExactlyInAnyOrder("low", "level", "doubtful", "fast");
            assertThat(ids(continuum.recall(recall.minImportance(0.5))))
                    .containsExactlyInAnyOrder("level", "doubtful", "fast");
            assertThat(ids(continuum.recall(recall.minTrust(Trust.AGENT))))
                    .containsExactlyInAnyOrder("low", "level", "fast");
            assertThat(ids(continuum.recall(recall.tiers(MemoryTier.FAST)))).containsExactly("fast");
        }
        clock.advance(Duration.ofDays(400));
        for (RecallQuery recall : List.of(RecallQuery.query("harbour"), RecallQuery.strongest())) {
            assertThat(ids(continuum.recall(recall))).containsExactlyInAnyOrder("low", "level", "doubtful");
        }
    }

    @Test
    void aRowOfATierThatIsUnknownIsPassedOver() throws SQLException {
        added("known", "harbour one");
        added("odd", "harbour two");
        foreign("UPDATE continuum_memory SET tier = 'sideways' WHERE id = 'odd'");
        assertThat(ids(continuum.recall(RecallQuery.query("harbour")))).containsExactly("known");
        assertThat(ids(continuum.recall(RecallQuery.strongest()))).containsExactly("known");
        foreign("UPDATE continuum_memory SET tier = 'slow' WHERE id = 'odd'");
    }

    @Test
    void aHitSaysWhatItsScoreIsMadeOf() {
        added(MemoryDraft.of("harbour").id("m").importance(0.5).surprise(0));
        clock.advance(Duration.ofDays(7));
        RecallHit hit = continuum.recall(RecallQuery.query("harbour")).getFirst();
        RecallHit.Retained retention = hit.retention();
        assertThat(retention.strength()).isEqualTo(Retention.strength(0.5, 0));
        assertThat(retention.halfLifeSeconds()).isEqualTo(Hyperparams.DEFAULTS.halfLifeSeconds(MemoryTier.SLOW));
        assertThat(retention.floored()).isFalse();
        Weights weights = Weights.of(Hyperparams.DEFAULTS, true, false);
        assertThat(hit.document())
                .containsEntry("score", hit.score())
                .containsEntry("memory", hit.memory().document());
        assertThat(hit.document().get("terms"))
                .isEqualTo(Json.object(
                        "lexical",
                        Json.object("value", 1.0, "weight", weights.lexical(), "matched", List.of("harbour")),
                        "semantic",
                        null,
                        "retention",
                        Json.object(
                                "value", retention.value(),
                                "weight", weights.retention(),
                                "strength", retention.strength(),
                                "age_seconds", 7.0 * 86_400,
                                "half_life_seconds", retention.halfLifeSeconds(),
                                "floored", false)));
    }
}
