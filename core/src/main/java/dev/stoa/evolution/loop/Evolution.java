package dev.stoa.evolution.loop;

import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.PolicyKind;
import dev.stoa.evolution.brain.Seeds;
import dev.stoa.evolution.loop.EpochPlayer.Slot;
import dev.stoa.evolution.plateau.Stall;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.play.Reason;
import dev.stoa.evolution.scenario.EvolutionSettings;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.search.BuiltinMutator;
import dev.stoa.evolution.search.Company;
import dev.stoa.evolution.search.Contest;
import dev.stoa.evolution.search.Mutator;
import dev.stoa.evolution.search.Race;
import dev.stoa.evolution.search.Race.Round;
import dev.stoa.evolution.search.Scout;
import dev.stoa.evolution.search.Space;
import dev.stoa.evolution.search.StrategyDocument;
import dev.stoa.evolution.search.Variant;
import dev.stoa.evolution.search.WorstSlice;
import dev.stoa.evolution.trial.AcceptanceRule;
import dev.stoa.evolution.trial.Decision;
import dev.stoa.evolution.trial.Decision.Outcome;
import dev.stoa.evolution.trial.PairedTrial;
import dev.stoa.search.vector.Embedder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * A whole run of a scenario of policies, in memory: the loop of generations with nothing stored. For one thread; the
 * episodes may be played by many. It exists to measure what the rules achieve, and it is what a stored run is compared
 * with: both have the same fingerprint.
 */
public final class Evolution {
    private static final int DIMENSIONS = 384;

    private final Scenario scenario;
    private final EvolutionSettings settings;
    private final long seed;
    private final Options options;
    private final AcceptanceRule rule;
    private final RunMemory memory;
    private final Fingerprint fingerprint = new Fingerprint();
    private final RunStage stage;
    private final RunAgents agents;

    private Map<String, Policy> deployed = new LinkedHashMap<>();
    private final List<RunReport.Generation> generations = new ArrayList<>();
    private final Map<String, List<Stall.Tried>> tried = new HashMap<>();
    private final Map<String, List<Boolean>> accepted = new HashMap<>();
    private final Map<String, List<Policy>> elite = new HashMap<>();

    /**
     * How a run is made.
     *
     * @param mutator who proposes variants
     * @param gated whether variants have to pass race and trial; without it the first variant is always deployed,
     *     which is the control that shows what the gate is worth
     * @param approves whether a created agent that passed its trial is approved at once
     * @param executor who plays episodes, or null for the calling thread
     */
    public record Options(
            Mutator mutator,
            boolean gated,
            boolean approves,
            @Nullable ExecutorService executor) {
        /** The built-in mutator, gated, in one thread, with nobody who approves. */
        public static final Options DEFAULT = new Options(new BuiltinMutator(), true, false, null);
    }

    /** The variants of an actor and their race. */
    private record Entrants(Actor actor, List<Variant> variants, Contest contest) {
        Policy policy(int variant) {
            return variants.get(variant).policy();
        }
    }

    private Evolution(Scenario scenario, long seed, Options options) {
        this.scenario = scenario;
        this.seed = seed;
        this.options = options;
        settings = scenario.evolution();
        rule = AcceptanceRule.of(settings);
        stage = new RunStage(scenario, seed, options.executor(), fingerprint);
        agents = new RunAgents(scenario, rule, options.approves(), stage, fingerprint);
        memory = new RunMemory(scenario.name(), settings.memory(), Embedder.hashing(DIMENSIONS));
        for (Actor actor : scenario.actors()) {
            deployed.put(actor.id(), Policy.parse(actor.brain()));
        }
    }

    /** Plays a run to its end. */
    public static RunReport run(Scenario scenario, long seed, Options options) {
        AcceptanceRule.refuseUnwinnable(scenario);
        return new Evolution(scenario, seed, options).run();
    }

    private RunReport run() {
        for (Actor actor : scenario.actors()) {
            Policy policy = deployed(actor.id());
            fingerprint.profile(
                    1, actor.id(), null, policy.hyperparameters(), StrategyDocument.strategy(policy, List.of()));
        }
        String stop = "max_generations";
        for (int generation = 1; generation <= settings.maxGenerations(); generation++) {
            generation(generation);
            if (settings.stopStall() > 0 && withoutAcceptance() >= settings.stopStall()) {
                stop = "stalled";
                break;
            }
        }
        return new RunReport(generations, stage.played(), stop, fingerprint.digest(), agents.attempts());
    }

    private void generation(int generation) {
        stage.begin();
        List<EpisodeResult> production = production(generation);
        Map<String, Integer> worst = new HashMap<>();
        for (Actor actor : evolving()) {
            List<Integer> slice = WorstSlice.of(scores(production, actor.id()), settings.worstFraction());
            worst.put(actor.id(), slice.getFirst());
            memory.constrain(
                    generation,
                    actor.id(),
                    deployed(actor.id()),
                    slice.stream().map(production::get).toList());
        }
        List<Verdict> verdicts = new ArrayList<>();
        Map<String, Policy> next = new LinkedHashMap<>(deployed);
        // The last generation is improved too: its candidates would be deployed if the run went on.
        Map<Integer, EpisodeResult> baseline = new HashMap<>();
        play("baseline", generation, "trial", deployed, settings.shadowTrialCount())
                .forEach(slot -> baseline.put(slot.number(), slot.result()));
        List<Entrants> contests = new ArrayList<>();
        for (Actor actor : evolving()) {
            propose(generation, actor, production, production.get(index(worst, actor.id())), baseline, verdicts)
                    .ifPresent(contests::add);
        }
        if (options.gated()) {
            Company company = race(generation, contests, production);
            for (Entrants entrants : contests) {
                decide(generation, entrants, company, baseline, verdicts, next);
            }
        } else {
            contests.forEach(entrants -> next.put(entrants.actor().id(), entrants.policy(0)));
        }
        note(generation, verdicts);
        List<Verdict> agentVerdicts = new ArrayList<>();
        agents.review(generation, deployed, baseline, agentVerdicts);
        agents.create(
                generation,
                evolving().stream()
                        .map(actor -> tried.getOrDefault(actor.id(), List.of()))
                        .toList(),
                deployed,
                baseline,
                agentVerdicts);
        fingerprint(generation, verdicts, agentVerdicts);
        generations.add(report(generation, production, verdicts));
        deployed = next;
    }

    private static int index(Map<String, Integer> worst, String actor) {
        return worst.getOrDefault(actor, 0);
    }

    private List<Actor> evolving() {
        return scenario.evolving().stream()
                .filter(actor -> deployed(actor.id()).kind() != PolicyKind.SCRIPTED)
                .toList();
    }

    private Policy deployed(String actor) {
        Policy policy = deployed.get(actor);
        if (policy == null) {
            throw new IllegalStateException("no policy is deployed for " + actor);
        }
        return policy;
    }

    private List<EpisodeResult> production(int generation) {
        List<EpisodeResult> production =
                play("production", generation, "production", deployed, settings.epochSize()).stream()
                        .map(Slot.Played::result)
                        .toList();
        for (EpisodeResult episode : production) {
            for (Actor actor : evolving()) {
                memory.add(generation, actor.id(), deployed(actor.id()), episode);
            }
        }
        return production;
    }

    private List<Slot.Played> play(String kind, int generation, String purpose, Map<String, Policy> cast, int slots) {
        return stage.play(kind, generation, purpose, cast, slots, agents.playing(generation));
    }

    private static List<EpisodeResult> results(List<Slot.Played> slots) {
        return RunStage.results(slots);
    }

    private static int[] scores(List<EpisodeResult> episodes, String actor) {
        return episodes.stream().mapToInt(episode -> episode.score(actor)).toArray();
    }

    private Optional<Entrants> propose(
            int generation,
            Actor actor,
            List<EpisodeResult> production,
            EpisodeResult worst,
            Map<Integer, EpisodeResult> baseline,
            List<Verdict> verdicts) {
        Policy incumbent = deployed(actor.id());
        double mean = baseline.values().stream()
                .mapToInt(episode -> episode.score(actor.id()))
                .average()
                .orElse(0);
        if (options.gated() && rule.atCeiling(mean)) {
            verdicts.add(new Verdict(actor.id(), null, Outcome.SKIPPED, "at_ceiling", null, null));
            return Optional.empty();
        }
        boolean scouts = Scout.due(generation, settings.scoutSweepIntervalGenerations())
                && incumbent.kind() == PolicyKind.CONCESSION
                && scenario.roles().scout().equals(Scenario.Roles.BUILTIN);
        Space space = Space.of(scenario, actor, incumbent);
        List<Variant> variants = options.mutator()
                .propose(new Mutator.Task(
                        incumbent,
                        space,
                        worst.reason() != Reason.AGREEMENT,
                        memory.forbidden(generation, actor.id()),
                        scouts
                                ? Scout.hypothesis(actor.id(), space.cells(incumbent), memory.coverage(actor.id()))
                                        .target()
                                : null,
                        elite.getOrDefault(actor.id(), List.of()),
                        BuiltinMutator.sigma(settings.mutationSigma(), accepted.getOrDefault(actor.id(), List.of())),
                        Race.pool(settings, true),
                        Seeds.derive(seed, generation, "mutate", actor.id())));
        if (variants.isEmpty()) {
            verdicts.add(new Verdict(actor.id(), null, Outcome.REJECTED, "no_candidate", null, null));
            return Optional.empty();
        }
        for (Variant variant : variants) {
            fingerprint.profile(
                    generation,
                    actor.id(),
                    variant.number(),
                    variant.policy().hyperparameters(),
                    StrategyDocument.strategy(variant.policy(), memory.lines(generation, actor.id())));
        }
        double wanted = Race.wanted(
                Arrays.stream(scores(production, actor.id())).average().orElse(0), rule.margin());
        return Optional.of(new Entrants(actor, variants, new Contest(actor.id(), variants.size(), wanted)));
    }

    private Map<String, Policy> cast(String actor, Policy policy) {
        Map<String, Policy> cast = new LinkedHashMap<>(deployed);
        cast.put(actor, policy);
        return cast;
    }

    private Company race(int generation, List<Entrants> all, List<EpisodeResult> production) {
        for (Entrants entrants : all) {
            // One variant alone has nobody to race against.
            if (entrants.variants().size() > 1) {
                for (int i = 0; i < entrants.variants().size(); i++) {
                    run(generation, entrants, i, Round.FIRST);
                }
            }
            entrants.contest().lead();
        }
        for (Entrants entrants : all) {
            if (entrants.variants().size() > Race.places(entrants.variants().size(), settings)) {
                entrants.contest().leaders().forEach(leader -> run(generation, entrants, leader, Round.SECOND));
            }
            entrants.contest().rank();
        }
        Company company = new Company(
                all.stream().map(Entrants::contest).toList(),
                production.stream().mapToInt(EpisodeResult::minScore).average().orElse(0),
                rule.margin());
        company.meetings().forEach(meeting -> meet(generation, all, meeting, Round.MEETING));
        company.finals().forEach(meeting -> meet(generation, all, meeting, Round.FINAL));
        return company;
    }

    private void run(int generation, Entrants entrants, int variant, Round round) {
        String actor = entrants.actor().id();
        List<EpisodeResult> episodes = results(play(
                "cull", generation, round.purpose(), cast(actor, entrants.policy(variant)), round.slots(settings)));
        entrants.contest()
                .ran(
                        variant,
                        episodes.stream()
                                .map(episode -> new Contest.Score(episode.score(actor), episode.minScore()))
                                .toList());
    }

    private void meet(int generation, List<Entrants> all, Company.Meeting meeting, Round round) {
        Map<String, Policy> cast = new LinkedHashMap<>(deployed);
        for (Entrants entrants : all) {
            Integer variant = meeting.variants().get(entrants.actor().id());
            if (variant != null) {
                cast.put(entrants.actor().id(), entrants.policy(variant));
            }
        }
        meeting.met(results(play("cull", generation, round.purpose(), cast, round.slots(settings))).stream()
                .map(EpisodeResult::minScore)
                .toList());
    }

    private void decide(
            int generation,
            Entrants entrants,
            Company company,
            Map<Integer, EpisodeResult> baseline,
            List<Verdict> verdicts,
            Map<String, Policy> next) {
        String actor = entrants.actor().id();
        Contest contest = entrants.contest();
        List<Integer> family = company.survivors(actor, Race.places(contest.size(), settings));
        elite.put(
                actor,
                contest.leaders().stream()
                        .limit(Race.ELITE)
                        .map(entrants::policy)
                        .toList());
        List<PairedTrial.Pairs> pairs = new ArrayList<>();
        List<EpisodeResult> worst = new ArrayList<>();
        for (int variant : family) {
            List<Slot.Played> slots = play(
                    "trial", generation, "trial", cast(actor, entrants.policy(variant)), settings.shadowTrialCount());
            pairs.add(pairs(slots, baseline, actor));
            List<EpisodeResult> episodes = results(slots);
            worst.add(episodes.get(WorstSlice.of(scores(episodes, actor), 1).getFirst()));
        }
        List<Decision> decisions = PairedTrial.decide(pairs, 1, rule);
        for (int variant = 0; variant < contest.size(); variant++) {
            int place = family.indexOf(variant);
            Decision decision = place < 0 ? null : decisions.get(place);
            Variant candidate = entrants.variants().get(variant);
            Double mean = contest.mean(variant);
            if (decision == null) {
                verdicts.add(new Verdict(actor, candidate, Outcome.CULLED, "culled", mean, null));
                continue;
            }
            verdicts.add(new Verdict(actor, candidate, decision.outcome(), decision.reason(), mean, decision));
            if (decision.accepted()) {
                next.put(actor, candidate.policy());
            } else if (decision.outcome() == Outcome.REJECTED) {
                memory.add(generation, actor, candidate.policy(), worst.get(place));
            }
        }
    }

    /** The scores on the slots that both have played. */
    private static PairedTrial.Pairs pairs(
            List<Slot.Played> slots, Map<Integer, EpisodeResult> baseline, String actor) {
        List<Slot.Played> both = slots.stream()
                .filter(slot -> baseline.containsKey(slot.number()))
                .toList();
        return new PairedTrial.Pairs(
                both.stream().mapToInt(slot -> slot.result().score(actor)).toArray(),
                both.stream()
                        .mapToInt(slot -> score(baseline, slot.number(), actor))
                        .toArray());
    }

    private static int score(Map<Integer, EpisodeResult> baseline, int slot, String actor) {
        EpisodeResult episode = baseline.get(slot);
        if (episode == null) {
            throw new IllegalStateException("slot " + slot + " of the baseline was not played");
        }
        return episode.score(actor);
    }

    private void note(int generation, List<Verdict> verdicts) {
        for (Actor actor : evolving()) {
            List<Verdict> own = verdicts.stream()
                    .filter(verdict -> verdict.actorId().equals(actor.id()))
                    .toList();
            Set<Outcome> outcomes = new LinkedHashSet<>();
            own.forEach(verdict -> outcomes.add(verdict.outcome()));
            tried.computeIfAbsent(actor.id(), id -> new ArrayList<>()).add(new Stall.Tried(generation, outcomes));
            if (own.stream().anyMatch(verdict -> verdict.decision() != null)) {
                accepted.computeIfAbsent(actor.id(), id -> new ArrayList<>()).add(outcomes.contains(Outcome.ACCEPTED));
            }
        }
    }

    private void fingerprint(int generation, List<Verdict> verdicts, List<Verdict> agentVerdicts) {
        List<Verdict> all = new ArrayList<>(verdicts);
        all.addAll(agentVerdicts);
        all.sort(Comparator.comparing(Verdict::actorId));
        for (Verdict verdict : all) {
            Variant variant = verdict.variant();
            Decision decision = verdict.decision();
            fingerprint.verdict(
                    generation,
                    verdict.actorId(),
                    variant == null ? null : (Integer) variant.number(),
                    verdict.outcome().text(),
                    decision == null ? null : (Integer) decision.n(),
                    decision == null ? null : (Double) decision.p(),
                    decision == null ? null : (Double) decision.lcb());
        }
        fingerprint.endGeneration();
    }

    private int withoutAcceptance() {
        int count = 0;
        for (RunReport.Generation each : generations.reversed()) {
            if (each.verdicts().stream().anyMatch(verdict -> verdict.outcome() == Outcome.ACCEPTED)) {
                break;
            }
            count++;
        }
        return count;
    }

    private RunReport.Generation report(int generation, List<EpisodeResult> production, List<Verdict> verdicts) {
        Map<String, Double> means = new LinkedHashMap<>();
        for (Actor actor : scenario.actors()) {
            means.put(
                    actor.id(),
                    production.stream()
                            .mapToInt(episode -> episode.score(actor.id()))
                            .average()
                            .orElse(0));
        }
        double nash = 0;
        for (EpisodeResult episode : production) {
            Double ratio = episode.nashRatio();
            nash += ratio == null ? 0 : ratio;
        }
        return new RunReport.Generation(
                generation,
                nash / production.size(),
                means,
                (double) production.stream()
                                .filter(episode -> episode.reason() == Reason.AGREEMENT)
                                .count()
                        / production.size(),
                production.stream().mapToInt(EpisodeResult::turns).average().orElse(0),
                deployed,
                verdicts);
    }
}
