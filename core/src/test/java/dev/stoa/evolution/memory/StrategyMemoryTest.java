package dev.stoa.evolution.memory;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.search.StrategyDocument;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.Vectors;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class StrategyMemoryTest {
    private static final int DIMENSIONS = 8;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // set by open
    private Laboratory lab;

    @SuppressWarnings("NullAway.Init") // set by open
    private RunState state;

    private final List<StrategyEntry> added = new ArrayList<>();

    private void open(long cap) {
        lab = Laboratory.on(dialect, folder, cap);
        Run run = lab.run(0);
        state = lab.state(run);
    }

    @AfterEach
    void close() {
        assertThat(lab.violations()).isEmpty();
        lab.close();
    }

    private StrategyEntry entry(int score, String tactic, float[] vector) {
        Episode episode =
                lab.record(Laboratory.episode(state, null, null, 0, score, 0)).getFirst();
        return new StrategyEntry(
                episode.id(),
                "split",
                "left",
                Archetype.PRIMARY_ACTOR,
                tactic,
                score,
                TerminationReason.TIMEOUT,
                score < 0 ? List.of("intermediary_broker_01") : List.of(),
                "document " + added.size(),
                "test-" + DIMENSIONS,
                vector);
    }

    private int add(int score, String tactic, float[] vector) {
        StrategyEntry entry = entry(score, tactic, vector);
        int evicted = lab.stores().strategies().add(ME, entry).value();
        added.add(entry);
        return evicted;
    }

    private static float[] vector(SplittableRandom random) {
        float[] vector = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            // Few values, so that there are ties.
            vector[i] = random.nextInt(-2, 3);
        }
        vector[0] += 0.5f;
        return vector;
    }

    @Test
    void aSearchFiltersFirstAndIsExact() {
        open(1_000);
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 120; i++) {
            add(random.nextInt(-5, 6), random.nextBoolean() ? "soft" : "aggressive", vector(random));
        }
        Map<StrategyCondition, Predicate<StrategyEntry>> conditions = new LinkedHashMap<>();
        conditions.put(StrategyCondition.lt(StrategyField.JUDGE_SCORE, 0), each -> each.judgeScore() < 0);
        conditions.put(StrategyCondition.le(StrategyField.JUDGE_SCORE, -3), each -> each.judgeScore() <= -3);
        conditions.put(StrategyCondition.gt(StrategyField.JUDGE_SCORE, 2), each -> each.judgeScore() > 2);
        conditions.put(StrategyCondition.ge(StrategyField.JUDGE_SCORE, 2), each -> each.judgeScore() >= 2);
        conditions.put(
                StrategyCondition.in(StrategyField.JUDGE_SCORE, List.of(-1, 4)),
                each -> each.judgeScore() == -1 || each.judgeScore() == 4);
        conditions.put(
                StrategyCondition.eq(StrategyField.TACTICAL_CLASSIFICATION, "soft"),
                each -> each.tacticalClassification().equals("soft"));
        conditions.put(
                StrategyCondition.contains(StrategyField.CREATED_AGENTS_PRESENT, "intermediary_broker_01"),
                each -> each.judgeScore() < 0);
        conditions.put(StrategyCondition.lt(StrategyField.GENERATION, 1), each -> false);
        conditions.put(StrategyCondition.eq(StrategyField.GENERATION, 1), each -> true);
        for (int round = 0; round < 20; round++) {
            float[] query = vector(random);
            conditions.forEach((condition, passes) -> {
                for (int k : List.of(1, 5, 100)) {
                    assertThat(found(query, k, condition))
                            .as("%s, k %s", condition, k)
                            .isEqualTo(expected(query, k, passes));
                }
            });
        }
        StrategyHit best = lab.stores()
                .strategies()
                .search(ME, StrategyQuery.of("test-8", added.get(7).embedding()))
                .getFirst();
        assertThat(best.similarity()).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-6));
        assertThat(best.strategy().document(best.similarity()))
                .containsKeys(
                        "strategy_id",
                        "similarity",
                        "document",
                        "episode_id",
                        "generation_id",
                        "agent_archetype",
                        "tactical_classification",
                        "judge_score",
                        "termination_reason",
                        "created_agents_present");
    }

    private List<String> found(float[] query, int k, StrategyCondition condition) {
        return lab
                .stores()
                .strategies()
                .search(ME, StrategyQuery.of("test-8", query).where(condition).limit(k))
                .stream()
                .map(hit -> hit.strategy().episodeId())
                .toList();
    }

    /** By brute force over what was added: the exact cosine, of equal ones the older. */
    private List<String> expected(float[] query, int k, Predicate<StrategyEntry> passes) {
        float[] unit = Vectors.normalise(query);
        return added.stream()
                .filter(passes)
                .sorted(Comparator.comparingDouble((StrategyEntry each) ->
                        -Math.clamp(Vectors.dot(unit, Vectors.normalise(each.embedding())), -1.0, 1.0)))
                .limit(k)
                .map(StrategyEntry::episodeId)
                .toList();
    }

    @Test
    void theSameEpisodeAndActorIsRememberedOnceAndWithItsOwnScore() {
        open(1_000);
        add(3, "soft", vector(new SplittableRandom(1)));
        List<String> before = lab.dump();
        assertThat(lab.stores().strategies().add(ME, added.getFirst()).created())
                .isFalse();
        StrategyEntry first = added.getFirst();
        assertThatThrownBy(() -> lab.stores()
                        .strategies()
                        .add(
                                ME,
                                new StrategyEntry(
                                        first.episodeId(),
                                        "split",
                                        "left",
                                        Archetype.PRIMARY_ACTOR,
                                        "soft",
                                        2,
                                        TerminationReason.TIMEOUT,
                                        List.of(),
                                        "d",
                                        "m",
                                        new float[] {1})))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("judge_score 2");
        assertThat(lab.dump()).isEqualTo(before);
        // It would be compared with the others of its model, and end every search.
        assertThatThrownBy(() -> add(1, "soft", new float[] {1}))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("embedding has 1 dimensions");
        assertThat(lab.count("strategy_memory")).isEqualTo(1);
    }

    @Test
    @DisplayName("The strategy cap holds when no entry has score 0")
    void theCapHoldsWhenNoEntryHasScoreZero() {
        open(5);
        SplittableRandom random = new SplittableRandom(2);
        List<Integer> scores = List.of(5, -1, 2, -4, 1, 3, -5, 2);
        List<Integer> evicted =
                scores.stream().map(score -> add(score, "soft", vector(random))).toList();
        assertThat(evicted).containsExactly(0, 0, 0, 0, 0, 1, 1, 1);
        // The weakest signals go first, and of equal ones the oldest: -1, 1, then the older 2.
        assertThat(remaining()).containsExactly(5, -4, 3, -5, 2);
    }

    private List<Integer> remaining() {
        return lab.archive().list("SELECT judge_score FROM strategy_memory ORDER BY seq", row -> row.integer(1));
    }

    @Test
    @DisplayName("The strategy cap removes no more than the excess when many entries have score 0")
    void noMoreThanTheExcessIsRemovedThoughManyHaveScoreZero() {
        open(20);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20; i++) {
            add(i < 15 ? 0 : 1, "soft", vector(random));
        }
        assertThat(add(0, "soft", vector(random))).isEqualTo(1);
        assertThat(remaining()).hasSize(20).filteredOn(score -> score == 0).hasSize(15);
        // A new one is not exempt.
        for (int i = 0; i < 15; i++) {
            add(4, "soft", vector(random));
        }
        assertThat(add(0, "soft", vector(random))).isEqualTo(1);
        assertThat(remaining()).doesNotContain(0);
        assertThat(lab.stores().strategies().count(ME)).isEqualTo(20);
    }

    @Test
    void pruningHoldsACapThatWasLoweredByTheSameOrder() {
        open(20);
        SplittableRandom random = new SplittableRandom(6);
        for (int score : List.of(0, 3, -1, 0, 5, -1, -4, 1)) {
            add(score, "soft", vector(random));
        }
        lab = lab.reopened(4);
        assertThat(lab.stores().strategies().prune(ME, true)).isEqualTo(4);
        assertThat(remaining()).hasSize(8);
        assertThat(lab.stores().strategies().prune(ME, false)).isEqualTo(4);
        assertThat(remaining()).containsExactly(3, 5, -4, 1);
        assertThat(lab.stores().strategies().prune(ME, false)).isZero();
        assertThat(add(2, "soft", vector(random))).isEqualTo(1);
        assertThat(remaining()).containsExactly(3, 5, -4, 2);
    }

    @Test
    void aSearchFindsNothingThatWasEvictedAndEverythingThatWasNot() {
        open(10);
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 40; i++) {
            add(random.nextInt(-5, 6), "soft", vector(random));
            List<String> kept = lab.archive().list("SELECT episode_id FROM strategy_memory", row -> row.text(1));
            assertThat(lab.stores()
                            .strategies()
                            .search(
                                    ME,
                                    StrategyQuery.of("test-8", vector(random)).limit(100)))
                    .extracting(hit -> hit.strategy().episodeId())
                    .containsExactlyInAnyOrderElementsOf(kept);
        }
    }

    @Test
    void aTextIsEmbeddedByEachModelThatIsPresent() {
        open(100);
        Embedder hashing = Embedder.hashing(384);
        Embedder own = Embedder.hashing(64);
        List<String> documents = List.of("aggressive opening on fuel", "soft opening on grain");
        for (Embedder embedder : List.of(hashing, own)) {
            for (String document : documents) {
                Episode episode = lab.record(Laboratory.episode(state, null, null, 0, -1, 0))
                        .getFirst();
                lab.stores()
                        .strategies()
                        .add(
                                ME,
                                new StrategyEntry(
                                        episode.id(),
                                        "split",
                                        "left",
                                        Archetype.PRIMARY_ACTOR,
                                        "soft",
                                        -1,
                                        TerminationReason.TIMEOUT,
                                        List.of(),
                                        document,
                                        embedder.modelId(),
                                        embedder.embed(document)));
            }
        }
        add(1, "soft", vector(new SplittableRandom(9)));
        List<StrategyHit> hits = lab.stores()
                .strategies()
                .search(ME, StrategyQuery.of("grain soft opening on").limit(4));
        assertThat(hits).hasSize(4);
        assertThat(hits.subList(0, 2))
                .allSatisfy(hit -> assertThat(hit.strategy().document()).isEqualTo(documents.get(1)));
        assertThat(hits.subList(0, 2))
                .extracting(hit -> hit.strategy().embeddingModel())
                .containsExactlyInAnyOrder(hashing.modelId(), own.modelId());
    }

    @Test
    void documentsThatDifferInOneParameterAndInTurnsAreAlike() {
        open(100);
        Embedder hashing = Embedder.hashing(384);
        Map<String, Double> one = new LinkedHashMap<>();
        one.put("open", .95);
        one.put("floor", .4);
        one.put("pace", .5);
        one.put("tradeoff", 0.0);
        for (String name : one.keySet()) {
            Map<String, Double> other = new LinkedHashMap<>(one);
            other.put(name, .7);
            assertThat(Vectors.dot(hashing.embed(document(one, 20)), hashing.embed(document(other, 13))))
                    .as(name)
                    .isGreaterThanOrEqualTo(.8);
        }
        assertThat(document(one, 20))
                .isEqualTo(
                        "scenario split-100 archetype primary_actor actor left tactic aggressive_opening/late_concession/even_trade"
                                + " params open=1.0 floor=0.4 pace=0.5 tradeoff=0.0 outcome timeout score -5 turns 20");
    }

    private static String document(Map<String, Double> parameters, int turns) {
        List<String> given = new ArrayList<>();
        parameters.forEach((name, value) -> given.add(name + "=" + value));
        return StrategyDocument.of(
                "split-100",
                "primary_actor",
                "left",
                "aggressive_opening/late_concession/even_trade",
                StrategyDocument.doing(Policy.parse("policy:concession?" + String.join("&", given))),
                "timeout",
                -5,
                turns);
    }

    @Test
    void aConstraintBindsForItsGenerationsAndIsNotDoubled() {
        open(100);
        String run = state.run().id();
        lab.stores().steps().run(ME, run, 1, step -> {
            assertThat(step.constraint("left", "soft", List.of("e1"), 3, 5)).isPresent();
            assertThat(step.constraint("left", "soft", List.of("e2"), 4, 5)).isEmpty();
            assertThat(step.constraint("right", "soft", List.of("e2"), 4, 5)).isPresent();
            return true;
        });
        StrategyConstraints constraints = lab.stores().constraints();
        assertThat(constraints.live(ME, run, 2)).isEmpty();
        assertThat(constraints.live(ME, run, 3))
                .extracting(Constraint::text)
                .containsExactly("avoid: soft (until generation 8)");
        assertThat(constraints.live(ME, run, 7)).hasSize(2);
        assertThat(constraints.live(ME, run, 8)).extracting(Constraint::actorId).containsExactly("right");
        assertThat(constraints.list(ME, run)).hasSize(2);
    }

    @Test
    void coverageCountsTacticsAndFailures() {
        open(100);
        SplittableRandom random = new SplittableRandom(4);
        add(-3, "soft", vector(random));
        add(-4, "soft", vector(random));
        add(2, "soft", vector(random));
        add(2, "hard", vector(random));
        assertThat(lab.stores().strategies().coverage(ME, state.run().id()))
                .containsExactly(
                        new StrategyMemory.TacticCount("left", "hard", 1, 0),
                        new StrategyMemory.TacticCount("left", "soft", 3, 2));
    }
}
