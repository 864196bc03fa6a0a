package dev.stoa.engine.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.engine.provider.Calls;
import dev.stoa.engine.provider.Providers;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.Tactic;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.profile.ActorDraft;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.run.AcceptanceLimits;
import dev.stoa.evolution.run.Claim;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.GenerationStatus;
import dev.stoa.evolution.run.Owner;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunDraft;
import dev.stoa.evolution.run.RunKind;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.scenario.EvolutionSettings;
import dev.stoa.evolution.scenario.PromptLayers;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.scenario.Scenario.Kind;
import dev.stoa.evolution.scenario.ScenarioDocument;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.SettingsReader;
import dev.stoa.evolution.search.BuiltinMutator;
import dev.stoa.evolution.search.Mutator;
import dev.stoa.evolution.search.ParameterMutator;
import dev.stoa.evolution.search.StrategyDocument;
import dev.stoa.evolution.trial.AcceptanceRule;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.json.Json;
import dev.stoa.search.vector.Embedder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs evolutions and goes on with them. Thread-safe; a run is run by the thread that asks for it. Running and resuming
 * are one thing: the record says what comes next, and what comes next is stored in one transaction.
 */
public final class EvolutionEngine {
    private static final int HASHING_DIMENSIONS = 384;

    private final Stoa stoa;
    private final Evolution stores;
    private final Providers providers;
    private final Calls calls;
    private final Mutator mutator;
    private final Arenas arenas;
    private final Duration timeout;

    private EvolutionEngine(
            Stoa stoa, Providers providers, Calls calls, Mutator mutator, Arenas arenas, Duration timeout) {
        this.stoa = stoa;
        this.stores = stoa.evolution();
        this.providers = providers;
        this.calls = calls;
        this.mutator = mutator;
        this.arenas = arenas;
        this.timeout = timeout;
    }

    /** An engine over stores, with the models that a configuration knows. */
    public static EvolutionEngine over(Stoa stoa, Providers providers, InstantSource clock) {
        return new EvolutionEngine(
                stoa,
                providers,
                Calls.over(providers, stoa.learning().breakers(), clock),
                new BuiltinMutator(),
                new Arenas(stoa, providers, clock),
                Oracle.TIMEOUT);
    }

    /** The same engine with another mutator of policies, for controls. */
    EvolutionEngine with(Mutator other) {
        return new EvolutionEngine(stoa, providers, calls, other, arenas, timeout);
    }

    /** The same engine whose models have another time for an answer. */
    EvolutionEngine within(Duration limit) {
        return new EvolutionEngine(stoa, providers, calls, mutator, arenas, limit);
    }

    /**
     * Creates a run and runs it. It ends completed, or paused where it was interrupted or may not go on.
     *
     * @param set settings that come before those of the scenario, by their names
     */
    public Run run(Principal by, Scenario scenario, long seed, Map<String, String> set, EvolutionListener listener) {
        return run(by, null, scenario, seed, set, listener);
    }

    /**
     * Creates a run under an id and runs it, as the other does.
     *
     * @param id the id of the run, which is not run if it is there already; null for a new one
     */
    public Run run(
            Principal by,
            @Nullable String id,
            Scenario scenario,
            long seed,
            Map<String, String> set,
            EvolutionListener listener) {
        Scenario whole = SettingsReader.override(scenario, set);
        AcceptanceRule.refuseUnwinnable(whole);
        Speakers speakers = speakers(whole);
        Arena arena = arenas.of(by, whole, speakers);
        EvolutionSettings settings = whole.evolution();
        List<ActorDraft> actors = new ArrayList<>();
        whole.actors().forEach(actor -> actors.add(draft(whole, actor)));
        speakers.disruptors().forEach(archetype -> actors.add(disruptor(archetype)));
        RunDraft draft = new RunDraft(
                whole.name(),
                whole.kind() == Kind.DEBATE ? RunKind.DEBATE : RunKind.NEGOTIATION,
                ScenarioDocument.of(whole),
                overrides(settings, set),
                seed,
                actors,
                settings.epochSize(),
                new AcceptanceLimits(
                        whole.actors().stream().anyMatch(Actor::evolve),
                        settings.mutationVariants(),
                        settings.shadowTrialCount(),
                        settings.acceptancePValueThreshold()),
                Owner.self().toString());
        Added<Run> run = id == null
                ? Added.of(stores.runs().create(by, draft), true)
                : stores.runs().create(by, id, draft);
        listener.stored();
        return run.created() ? loop(by, run.value(), whole, arena, speakers, listener) : run.value();
    }

    /** Goes on with a run that no living process owns, from where its record stands. */
    public Run resume(Principal by, String runId, Resume options, EvolutionListener listener) {
        Run before = stores.runs().get(by, runId);
        if (before.kind() == RunKind.EXTERNAL) {
            throw new ConflictException(
                    "conflict",
                    "run " + runId + " is of kind " + before.kind().text() + ", which is not played here",
                    "read it instead");
        }
        Scenario scenario = ScenarioReader.json(before.scenarioJson());
        Speakers speakers = speakers(scenario);
        Arena arena = arenas.of(by, scenario, speakers);
        Run run = stores.runs()
                .claim(
                        by,
                        runId,
                        new Claim(
                                Owner.self().toString(),
                                options.force(),
                                options.maxGenerations(),
                                options.maxRunTokens()));
        listener.stored();
        return loop(by, run, scenario, arena, speakers, listener);
    }

    /**
     * What comes next in a run. Pure: the record says it all, so that one that was killed goes on where another would
     * have gone on.
     */
    public static Step next(RunState record) {
        Run run = record.run();
        Generation generation = record.generation();
        if (run.status() != RunStatus.RUNNING || generation == null) {
            return new Step.Rest(run.status());
        }
        if (generation.is(GenerationStatus.ARCHIVED)) {
            return new Step.OpenGeneration();
        }
        Scenario scenario = ScenarioReader.json(run.scenarioJson());
        for (Epoch epoch : record.epochs()) {
            int done = epoch.played().size() + epoch.failed().size();
            if (done < epoch.planned()) {
                return new Step.Play(
                        epoch.id(), done, Math.min(scenario.evolution().maxConcurrency(), epoch.planned() - done));
            }
        }
        if (generation.is(GenerationStatus.ACTIVE)) {
            return new Step.OpenTrials(generation.id());
        }
        List<String> actors = Desk.evolving(scenario).stream().map(Actor::id).toList();
        for (String actor : actors) {
            if (mutations(record, actor).isEmpty()) {
                return new Step.Propose(actor);
            }
        }
        for (String actor : actors) {
            List<Verdict> pending = mutations(record, actor).stream()
                    .filter(verdict -> verdict.outcome() == VerdictOutcome.PENDING)
                    .toList();
            if (!pending.isEmpty()) {
                return pending.stream().anyMatch(verdict -> verdict.trialEpochId() != null)
                        ? new Step.Decide(actor)
                        : new Step.Race(actor);
            }
        }
        return new Step.Close(generation.id());
    }

    private static List<Verdict> mutations(RunState record, String actor) {
        return record.verdicts().stream()
                .filter(verdict -> verdict.kind() == VerdictKind.MUTATION && actor.equals(verdict.actorId()))
                .toList();
    }

    /**
     * How a run is gone on with.
     *
     * @param force whether to take it from an owner that seems to live
     * @param maxGenerations a larger number of generations; null to leave it
     * @param maxRunTokens a larger number of tokens; null to leave it
     */
    public record Resume(
            boolean force,
            @Nullable Long maxGenerations,
            @Nullable Long maxRunTokens) {
        public static Resume plain() {
            return new Resume(false, null, null);
        }
    }

    private Run loop(
            Principal by, Run run, Scenario scenario, Arena arena, Speakers speakers, EvolutionListener listener) {
        Desk desk = new Desk(stores, by, run, scenario, arena, speakers, embedder(scenario, speakers), listener);
        return new RunLoop(desk, mutator).run();
    }

    private Speakers speakers(Scenario scenario) {
        return new Speakers(scenario, new Oracle(stoa, providers, calls, timeout));
    }

    private Embedder embedder(Scenario scenario, Speakers speakers) {
        String wanted = scenario.evolution().memory().embedder();
        boolean hashing = wanted.equals("hashing") || (wanted.equals("auto") && speakers.offline());
        return hashing || !stoa.embedder().isOn() ? Embedder.hashing(HASHING_DIMENSIONS) : stoa.embedder();
    }

    private static Map<String, @Nullable Object> overrides(EvolutionSettings settings, Map<String, String> set) {
        Map<String, @Nullable Object> typed = new LinkedHashMap<>();
        Map<String, @Nullable Object> all = settings.document();
        for (String key : set.keySet()) {
            Object value = all.get(key);
            if (key.startsWith("memory.") && all.get("memory") instanceof Map<?, ?> memory) {
                value = memory.get(key.substring("memory.".length()));
            }
            typed.put(key, value);
        }
        return typed;
    }

    private static ActorDraft draft(Scenario scenario, Actor actor) {
        if (scenario.kind() == Kind.DEBATE) {
            return debater(scenario, actor);
        }
        boolean policy = Policy.names(actor.brain());
        return new ActorDraft(
                actor.id(),
                Archetype.PRIMARY_ACTOR,
                PromptLayers.core(scenario, actor),
                policy
                        ? StrategyDocument.strategy(Policy.parse(actor.brain()), List.of())
                        : Speakers.strategy(actor, Speakers.hyperparameters(actor)),
                policy ? Tactic.of(Policy.parse(actor.brain())) : actor.tactic(),
                Speakers.hyperparameters(actor));
    }

    private static ActorDraft debater(Scenario scenario, Actor actor) {
        Map<String, Double> values =
                ParameterMutator.initial(actor.brain(), Objects.requireNonNullElse(actor.mutable(), Map.of()));
        Map<String, @Nullable Object> hyperparameters = new LinkedHashMap<>();
        hyperparameters.put("brain", actor.brain());
        hyperparameters.putAll(values);
        return new ActorDraft(
                actor.id(),
                Archetype.PRIMARY_ACTOR,
                PromptLayers.core(scenario, actor),
                Speakers.strategy(actor, hyperparameters),
                actor.tactic(),
                hyperparameters);
    }

    private static ActorDraft disruptor(String archetype) {
        return new ActorDraft(
                archetype,
                Archetype.valueOf(archetype.toUpperCase(Locale.ROOT)),
                "You change the environment of a negotiation.",
                "",
                "disruptor",
                Json.object("role", archetype));
    }
}
