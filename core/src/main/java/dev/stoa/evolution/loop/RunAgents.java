package dev.stoa.evolution.loop;

import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.loop.EpochPlayer.Slot;
import dev.stoa.evolution.plateau.BrokerCatalogue;
import dev.stoa.evolution.plateau.Creation;
import dev.stoa.evolution.plateau.Review;
import dev.stoa.evolution.plateau.Stall;
import dev.stoa.evolution.play.AgentSpec;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.scenario.EvolutionSettings;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.search.StrategyDocument;
import dev.stoa.evolution.trial.AcceptanceRule;
import dev.stoa.evolution.trial.Decision;
import dev.stoa.evolution.trial.Decision.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The created agents of a run in memory: they are designed, tried and reviewed. For one thread. */
final class RunAgents {
    private final Scenario scenario;
    private final EvolutionSettings settings;
    private final AcceptanceRule rule;
    private final boolean approves;
    private final RunStage stage;
    private final Fingerprint fingerprint;
    private final List<Agent> agents = new ArrayList<>();
    private final List<AgentSpec> designed = new ArrayList<>();
    private final List<RunReport.Attempt> attempts = new ArrayList<>();
    private int counted;

    /**
     * No agents yet.
     *
     * @param approves whether an agent that passed its trial is approved at once
     */
    RunAgents(Scenario scenario, AcceptanceRule rule, boolean approves, RunStage stage, Fingerprint fingerprint) {
        this.scenario = scenario;
        this.settings = scenario.evolution();
        this.rule = rule;
        this.approves = approves;
        this.stage = stage;
        this.fingerprint = fingerprint;
    }

    /** A created agent of the run. */
    static final class Agent {
        final String id;
        final AgentSpec spec;
        final double delta;
        final int mounted;
        /** The first generation in which it does not play any more. */
        int retired = Integer.MAX_VALUE;

        int lastReview;

        Agent(String id, AgentSpec spec, double delta, int mounted) {
            this.id = id;
            this.spec = spec;
            this.delta = delta;
            this.mounted = mounted;
        }

        boolean playsIn(int generation) {
            return mounted <= generation && generation < retired;
        }

        boolean active() {
            return retired == Integer.MAX_VALUE;
        }
    }

    /** What was designed and tried. */
    List<RunReport.Attempt> attempts() {
        return attempts;
    }

    /** The agents that play in a generation. */
    List<Agent> playing(int generation) {
        return agents.stream().filter(agent -> agent.playsIn(generation)).toList();
    }

    /** Reviews the agents for which it is due. */
    void review(
            int generation,
            Map<String, Policy> deployed,
            Map<Integer, EpisodeResult> baseline,
            List<Verdict> verdicts) {
        for (Agent agent : playing(generation)) {
            if (!Review.due(generation, agent.mounted, agent.lastReview, settings.createdReviewGenerations())) {
                continue;
            }
            List<Agent> others =
                    playing(generation).stream().filter(other -> other != agent).toList();
            List<Slot.Played> without =
                    stage.play("review", generation, "trial", deployed, settings.shadowTrialCount(), others);
            agent.lastReview = generation;
            boolean keeps = Review.keeps(sums(slotsOf(baseline, without)), sums(RunStage.results(without)));
            if (!keeps) {
                agent.retired = generation + 1;
                counted = Math.max(counted, generation);
            }
            verdicts.add(
                    new Verdict(agent.id, null, keeps ? Outcome.ACCEPTED : Outcome.REJECTED, "review", null, null));
        }
    }

    private static List<EpisodeResult> slotsOf(Map<Integer, EpisodeResult> baseline, List<Slot.Played> like) {
        List<EpisodeResult> slots = new ArrayList<>();
        for (Slot.Played slot : like) {
            EpisodeResult episode = baseline.get(slot.number());
            slots.add(episode == null ? slot.result() : episode);
        }
        return slots;
    }

    /** For each episode the sum of the scores of the primary actors. */
    private int[] sums(List<EpisodeResult> episodes) {
        return episodes.stream()
                .mapToInt(episode -> scenario.actors().stream()
                        .mapToInt(actor -> episode.score(actor.id()))
                        .sum())
                .toArray();
    }

    /**
     * Designs and tries an agent if that is due.
     *
     * @param tried what each evolving actor has tried
     */
    void create(
            int generation,
            List<List<Stall.Tried>> tried,
            Map<String, Policy> deployed,
            Map<Integer, EpisodeResult> baseline,
            List<Verdict> verdicts) {
        boolean pending =
                attempts.stream().anyMatch(attempt -> attempt.decision().accepted() && !attempt.active());
        Optional<AgentSpec> design = BrokerCatalogue.next(scenario, designed);
        OptionalInt last =
                attempts.stream().mapToInt(RunReport.Attempt::generation).max();
        List<Integer> stalls =
                tried.stream().map(each -> Stall.of(each, counted)).toList();
        Creation.Situation now = new Creation.Situation(generation, stalls, pending, design.isPresent(), last);
        if (!Creation.due(now, settings) || design.isEmpty()) {
            return;
        }
        List<Agent> active = agents.stream().filter(Agent::active).toList();
        Optional<Creation.Active> replaced = Creation.replaces(
                active.stream()
                        .map(agent -> new Creation.Active(agent.id, agents.indexOf(agent), agent.delta))
                        .toList(),
                settings.maxActiveCreatedAgents());
        List<Agent> cast = new ArrayList<>(playing(generation));
        replaced.ifPresent(old -> cast.removeIf(agent -> agent.id.equals(old.id())));
        String id = String.format(java.util.Locale.ROOT, "%s_%02d", design.get().archetype(), attempts.size() + 1);
        cast.add(new Agent(id, design.get(), 0, generation + 1));
        Policy policy = Policy.parse(design.get().brain());
        fingerprint.profile(
                generation, id, null, policy.hyperparameters(), StrategyDocument.strategy(policy, List.of()));
        List<Slot.Played> with =
                stage.play("creation_trial", generation, "trial", deployed, settings.shadowTrialCount(), cast);
        Decision decision = Creation.decide(
                sums(RunStage.results(with)),
                sums(slotsOf(baseline, with)),
                scenario.actors().size(),
                rule);
        attempts.add(new RunReport.Attempt(generation, id, decision, active(decision)));
        verdicts.add(new Verdict(id, null, decision.outcome(), decision.reason(), null, decision));
        counted = generation;
        designed.add(design.get());
        if (active(decision)) {
            replaced.ifPresent(old -> agents.stream()
                    .filter(agent -> agent.id.equals(old.id()))
                    .forEach(agent -> agent.retired = generation + 1));
            agents.add(new Agent(id, design.get(), decision.meanDiff(), generation + 1));
        }
    }

    private boolean active(Decision decision) {
        return decision.accepted() && (approves || !settings.requireHumanApprovalForCreation());
    }
}
