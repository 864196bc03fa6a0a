package dev.stoa.engine.evolution;

import dev.stoa.evolution.SlotResult;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.memory.StrategyCondition;
import dev.stoa.evolution.memory.StrategyEntry;
import dev.stoa.evolution.memory.StrategyField;
import dev.stoa.evolution.memory.StrategyHit;
import dev.stoa.evolution.memory.StrategyQuery;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.search.Recurrence;
import dev.stoa.evolution.search.Scout;
import dev.stoa.evolution.search.StrategyDocument;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The strategy memory as a run uses it. For one thread. */
final class Strategies {
    private static final String ARCHETYPE = Archetype.PRIMARY_ACTOR.text();
    private static final int MOST_VECTORS = 4_096;
    private static final int MOST_RUNS = 500;

    private final Desk desk;
    /** Documents recur often, since numbers in them have one decimal. */
    private final Map<String, float[]> vectors = new LinkedHashMap<>();

    Strategies(Desk desk) {
        this.desk = desk;
    }

    /** What is remembered of an actor in an episode that has no id yet. */
    // A value for one hand-over; instances are never compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Draft(
            String scenario,
            String actorId,
            String tactic,
            int score,
            String reason,
            String document,
            String model,
            float[] vector) {
        StrategyEntry entry(String episodeId, List<String> created) {
            return new StrategyEntry(
                    episodeId,
                    scenario,
                    actorId,
                    Archetype.PRIMARY_ACTOR,
                    tactic,
                    score,
                    TerminationReason.valueOf(reason.toUpperCase(Locale.ROOT)),
                    created,
                    document,
                    model,
                    vector);
        }
    }

    /** What is remembered of each evolving actor of an episode. */
    List<Draft> drafts(Troupe troupe, EpisodeResult result) {
        List<Draft> drafts = new ArrayList<>();
        for (Actor actor : desk.evolving()) {
            drafts.add(draft(troupe.of(actor.id()), result.reason().text(), result.score(actor.id()), result.turns()));
        }
        return drafts;
    }

    /** What is remembered of a profile in a stored episode. */
    Draft draft(Profile profile, SlotResult result) {
        return draft(profile, result.reason(), result.score(String.valueOf(profile.actorId())), result.turns());
    }

    private Draft draft(Profile profile, String reason, int score, int turns) {
        String document = document(profile, reason, score, turns);
        return new Draft(
                desk.scenario().name(),
                String.valueOf(profile.actorId()),
                String.valueOf(profile.tactic()),
                score,
                reason,
                document,
                desk.embedder().modelId(),
                vector(document));
    }

    private String document(Profile profile, String reason, int score, int turns) {
        Optional<Policy> policy = Policy.of(profile.hyperparameters());
        return StrategyDocument.of(
                desk.scenario().name(),
                ARCHETYPE,
                String.valueOf(profile.actorId()),
                String.valueOf(profile.tactic()),
                policy.isPresent()
                        ? StrategyDocument.doing(policy.get())
                        : StrategyDocument.doing(Objects.requireNonNullElse(profile.strategyText(), "")),
                reason,
                score,
                turns);
    }

    private float[] vector(String document) {
        if (vectors.size() > MOST_VECTORS) {
            vectors.clear();
        }
        return vectors.computeIfAbsent(document, text -> desk.embedder().embed(text));
    }

    /**
     * The evidence that a tactic fails again and again.
     *
     * @param evidence the earlier failures, as JSON
     */
    record Recurring(String tactic, Object evidence) {}

    /** Whether the worst episodes of a generation repeat earlier failures of the deployed tactic. */
    Optional<Recurring> recurring(long generation, Profile profile, List<SlotResult> worst) {
        String tactic = String.valueOf(profile.tactic());
        String actor = String.valueOf(profile.actorId());
        for (SlotResult episode : worst) {
            if (episode.score(actor) >= 0) {
                continue;
            }
            List<StrategyHit> hits = nearest(
                    generation, vector(document(profile, episode.reason(), episode.score(actor), episode.turns())));
            boolean recurs = Recurrence.recurs(
                    tactic,
                    hits.stream()
                            .map(hit -> new Recurrence.Hit(
                                    hit.similarity(),
                                    hit.strategy().tacticalClassification(),
                                    hit.strategy().judgeScore()))
                            .toList(),
                    desk.settings().memory());
            if (recurs) {
                return Optional.of(new Recurring(
                        tactic,
                        hits.stream()
                                .map(hit -> Json.object(
                                        "episode_id", hit.strategy().episodeId(),
                                        "judge_score", hit.strategy().judgeScore(),
                                        "similarity", Json.rounded(hit.similarity())))
                                .toList()));
            }
        }
        return Optional.empty();
    }

    private List<StrategyHit> nearest(long generation, float[] vector) {
        int neighbours = desk.settings().memory().neighbours();
        List<StrategyCondition> alike = List.of(
                StrategyCondition.lt(StrategyField.JUDGE_SCORE, 0),
                StrategyCondition.eq(StrategyField.SCENARIO, desk.scenario().name()),
                StrategyCondition.eq(StrategyField.AGENT_ARCHETYPE, ARCHETYPE));
        List<StrategyCondition> own = new ArrayList<>(alike);
        own.add(StrategyCondition.eq(StrategyField.RUN_ID, desk.run().id()));
        own.add(StrategyCondition.lt(StrategyField.GENERATION, generation));
        List<StrategyHit> hits = new ArrayList<>(search(vector, own, neighbours));
        if (desk.settings().memory().scope().equals("archive")) {
            List<String> others =
                    desk
                            .stores()
                            .runs()
                            .list(desk.me(), new dev.stoa.base.Page.Request(MOST_RUNS, null))
                            .items()
                            .stream()
                            .map(Run::id)
                            .filter(id -> !id.equals(desk.run().id()))
                            .toList();
            if (!others.isEmpty()) {
                List<StrategyCondition> foreign = new ArrayList<>(alike);
                foreign.add(StrategyCondition.in(StrategyField.RUN_ID, others));
                hits.addAll(search(vector, foreign, neighbours));
            }
            hits.sort(Comparator.comparingDouble(StrategyHit::similarity)
                    .reversed()
                    .thenComparingLong(hit -> hit.strategy().seq()));
        }
        return hits.subList(0, Math.min(neighbours, hits.size()));
    }

    private List<StrategyHit> search(float[] vector, List<StrategyCondition> conditions, int limit) {
        return desk.stores()
                .strategies()
                .search(desk.me(), new StrategyQuery(null, desk.embedder().modelId(), vector, conditions, limit));
    }

    /** How often each actor of the run used each tactic. */
    Map<String, Map<String, Scout.Coverage>> coverage() {
        Map<String, Map<String, Scout.Coverage>> coverage = new HashMap<>();
        desk.stores()
                .strategies()
                .coverage(desk.me(), desk.run().id())
                .forEach(count -> coverage.computeIfAbsent(count.actorId(), id -> new HashMap<>())
                        .put(
                                count.tactic(),
                                new Scout.Coverage(
                                        Math.toIntExact(count.entries()), Math.toIntExact(count.failures()))));
        return coverage;
    }
}
