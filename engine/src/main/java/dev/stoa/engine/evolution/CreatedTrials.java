package dev.stoa.engine.evolution;

import dev.stoa.evolution.SlotResult;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.Tactic;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.created.CreatedStatus;
import dev.stoa.evolution.created.CreatedTable;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.episode.EpochDraft;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.plateau.BrokerCatalogue;
import dev.stoa.evolution.plateau.Creation;
import dev.stoa.evolution.plateau.Review;
import dev.stoa.evolution.play.AgentSpec;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileDraft;
import dev.stoa.evolution.profile.ProfileOrigin;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.scenario.PromptLayers;
import dev.stoa.evolution.scenario.Scenario.Roles;
import dev.stoa.evolution.search.StrategyDocument;
import dev.stoa.evolution.trial.Decision;
import dev.stoa.evolution.trial.PairedTrial;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictDecision;
import dev.stoa.evolution.verdict.VerdictDraft;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The end of a generation: created agents are reviewed, and where mutation has stalled one is designed and tried. */
final class CreatedTrials {
    private static final String TRIAL = "trial";

    private final Desk desk;
    private final RunHistory history;
    private final Generation generation;
    private final int seq;
    private final Troupe deployed;
    private final Stage stage;

    CreatedTrials(Desk desk, RunHistory history, Generation generation, Troupe deployed, Stage stage) {
        this.desk = desk;
        this.history = history;
        this.generation = generation;
        this.seq = Math.toIntExact(generation.seq());
        this.deployed = deployed;
        this.stage = stage;
    }

    void run(List<SlotResult> baseline) {
        List<Verdict> verdicts = desk.stores().verdicts().ofGeneration(desk.me(), generation.id());
        for (CreatedAgent agent : agents()) {
            review(agent, verdicts, baseline);
        }
        create(verdicts, baseline);
    }

    private List<CreatedAgent> agents() {
        return desk.stores().createdAgents().list(desk.me(), desk.run().id());
    }

    private static Optional<Verdict> about(List<Verdict> verdicts, VerdictKind kind, CreatedAgent agent) {
        return verdicts.stream()
                .filter(verdict -> verdict.kind() == kind
                        && String.valueOf(agent.profileId()).equals(verdict.candidateProfileId()))
                .findFirst();
    }

    private void review(CreatedAgent agent, List<Verdict> verdicts, List<SlotResult> baseline) {
        Optional<Verdict> known = about(verdicts, VerdictKind.REVIEW, agent);
        if (known.isPresent() && known.get().outcome() != VerdictOutcome.PENDING) {
            return;
        }
        Long mounted = agent.mountedSeq();
        Long last = agent.lastReviewSeq();
        boolean due = agent.is(CreatedStatus.ACTIVE)
                && mounted != null
                && agent.playsIn(seq)
                && Review.due(
                        seq,
                        Math.toIntExact(mounted),
                        last == null ? 0 : Math.toIntExact(last),
                        desk.settings().createdReviewGenerations());
        if (known.isEmpty() && !due) {
            return;
        }
        VerdictDraft wanted = draft(VerdictKind.REVIEW, actorId(agent), String.valueOf(agent.profileId()), "review");
        Verdict verdict = known.orElseGet(() -> desk.step(step -> step.verdict(wanted)));
        List<SlotResult> without = stage.play(new Stage.Task(
                EpochKind.REVIEW,
                TRIAL,
                verdict.id(),
                desk.settings().shadowTrialCount(),
                deployed.without(agent.id()),
                false));
        PairedTrial.Pairs pairs = Pairing.of(without, baseline, SlotResult::sum);
        boolean keeps = Review.keeps(pairs.incumbent(), pairs.candidate());
        CreatedAgent now = desk.step(step -> {
            step.decide(verdict.id(), decision(keeps));
            // A person may have retired it meanwhile.
            CreatedAgent present = step.created(agent.id());
            return present.is(CreatedStatus.ACTIVE) ? step.reviewed(agent.id(), keeps) : present;
        });
        desk.listener().created(now);
    }

    private static VerdictDecision decision(boolean keeps) {
        return new VerdictDecision(
                keeps ? VerdictOutcome.ACCEPTED : VerdictOutcome.REJECTED,
                "review",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                1);
    }

    private String actorId(CreatedAgent agent) {
        return String.valueOf(desk.stores()
                .profiles()
                .get(desk.me(), String.valueOf(agent.profileId()))
                .actorId());
    }

    private VerdictDraft draft(VerdictKind kind, String actor, String profile, String operator) {
        return new VerdictDraft(
                generation.id(),
                kind,
                actor,
                profile,
                null,
                0,
                operator,
                VerdictOutcome.PENDING,
                "",
                desk.rule().margin(),
                desk.rule().lambda(),
                kind == VerdictKind.REVIEW ? "mean" : "sign_flip",
                1,
                desk.rule().alpha(),
                null);
    }

    private void create(List<Verdict> verdicts, List<SlotResult> baseline) {
        List<CreatedAgent> agents = agents();
        Optional<CreatedAgent> inTrial = agents.stream()
                .filter(agent -> agent.is(CreatedStatus.PENDING_APPROVAL) && agent.delta() == null)
                .findFirst();
        if (inTrial.isPresent()) {
            tryOut(inTrial.get(), baseline);
            return;
        }
        boolean tried = verdicts.stream().anyMatch(verdict -> verdict.kind() == VerdictKind.CREATION);
        if (!tried) {
            design(agents, baseline).ifPresent(agent -> tryOut(agent, baseline));
        }
    }

    private Optional<CreatedAgent> design(List<CreatedAgent> agents, List<SlotResult> baseline) {
        // A model is asked only where the rest is fulfilled: a question costs.
        if (!due(agents, true)) {
            return Optional.empty();
        }
        Optional<AgentSpec> design = next(agents, baseline);
        return design.map(spec -> store(spec, agents));
    }

    private boolean due(List<CreatedAgent> agents, boolean designLeft) {
        int counted = 0;
        OptionalInt last = OptionalInt.empty();
        for (CreatedAgent agent : agents) {
            int designed = designedIn(agent);
            last = OptionalInt.of(Math.max(designed, last.orElse(0)));
            counted = Math.max(counted, designed);
            counted = Math.max(counted, before(agent.mountedSeq()));
            counted = Math.max(counted, before(agent.retiredSeq()));
        }
        int after = counted;
        List<Integer> stalls = desk.evolving().stream()
                .map(actor -> history.stall(actor.id(), after))
                .toList();
        boolean pending = agents.stream().anyMatch(agent -> agent.is(CreatedStatus.PENDING_APPROVAL));
        return Creation.due(new Creation.Situation(seq, stalls, pending, designLeft, last), desk.settings());
    }

    /** The last generation before one in which an agent began or ended to play. */
    private static int before(@Nullable Long seq) {
        return seq == null ? 0 : Math.toIntExact(seq) - 1;
    }

    private int designedIn(CreatedAgent agent) {
        return Math.toIntExact(desk.stores()
                .generations()
                .get(desk.me(), String.valueOf(agent.generationId()))
                .seq());
    }

    private Optional<AgentSpec> next(List<CreatedAgent> agents, List<SlotResult> baseline) {
        List<AgentSpec> designed =
                agents.stream().map(agent -> AgentSpec.read(agent.spec())).toList();
        String provisioner = desk.scenario().roles().provisioner();
        if (provisioner.equals(Roles.OFF)) {
            return Optional.empty();
        }
        return Speakers.isModel(provisioner)
                ? new Designer(desk, history, baseline).ask(provisioner, seq, designed)
                : BrokerCatalogue.next(desk.scenario(), designed);
    }

    private CreatedAgent store(AgentSpec spec, List<CreatedAgent> agents) {
        spec.checkedFor(desk.scenario());
        Optional<Creation.Active> replaced = Creation.replaces(
                agents.stream()
                        .filter(agent -> agent.is(CreatedStatus.ACTIVE))
                        .map(agent ->
                                new Creation.Active(agent.id(), agent.seq(), agent.delta() == null ? 0 : agent.delta()))
                        .toList(),
                desk.settings().maxActiveCreatedAgents());
        String actor = Designer.actorId(spec, agents.size() + 1);
        boolean policy = Policy.names(spec.brain());
        Map<String, @Nullable Object> hyperparameters =
                policy ? Policy.parse(spec.brain()).hyperparameters() : Json.object("brain", spec.brain());
        record Stored(CreatedAgent agent, Epoch epoch) {}
        Stored stored = desk.step(step -> {
            Profile profile = step.profile(new ProfileDraft(
                    generation.id(),
                    actor,
                    Archetype.CREATED_AGENT,
                    PromptLayers.created(
                            desk.scenario(), actor, spec.goals(), spec.allow(), spec.deny(), spec.maxMutations()),
                    policy ? StrategyDocument.strategy(Policy.parse(spec.brain()), List.of()) : spec.rationale(),
                    policy ? Tactic.of(Policy.parse(spec.brain())) : "created",
                    hyperparameters,
                    ProfileOrigin.CREATOR,
                    null,
                    Json.object("operator", "design")));
            Verdict verdict = step.verdict(draft(VerdictKind.CREATION, actor, profile.id(), "design"));
            CreatedAgent agent = step.design(new CreatedTable.Design(
                    generation.id(),
                    profile.id(),
                    verdict.id(),
                    Designer.stored(spec),
                    // Retired meanwhile, it has left its place.
                    replaced.map(Creation.Active::id)
                            .filter(id -> step.created(id).is(CreatedStatus.ACTIVE))
                            .orElse(null)));
            Epoch epoch = step.epoch(new EpochDraft(
                    generation.id(),
                    EpochKind.CREATION_TRIAL,
                    TRIAL,
                    desk.settings().shadowTrialCount(),
                    verdict.id()));
            return new Stored(agent, epoch);
        });
        stage.opened(stored.epoch());
        return stored.agent();
    }

    private void tryOut(CreatedAgent agent, List<SlotResult> baseline) {
        Troupe troupe = deployed.with(Troupes.guest(desk, agent));
        String replaced = agent.replacesId();
        String verdictId = String.valueOf(agent.verdictId());
        List<SlotResult> trial = stage.play(new Stage.Task(
                EpochKind.CREATION_TRIAL,
                TRIAL,
                verdictId,
                desk.settings().shadowTrialCount(),
                replaced == null ? troupe : troupe.without(replaced),
                false));
        PairedTrial.Pairs pairs = Pairing.of(trial, baseline, SlotResult::sum);
        Decision decision = Creation.decide(
                pairs.candidate(), pairs.incumbent(), desk.scenario().actors().size(), desk.rule());
        record Tried(CreatedAgent agent, Verdict verdict) {}
        Tried done = desk.step(step -> {
            Verdict verdict = step.decide(verdictId, Pairing.decision(decision));
            return new Tried(step.decideTrial(agent.id(), decision.accepted(), decision.meanDiff()), verdict);
        });
        desk.listener().decided(done.verdict());
        desk.listener().created(done.agent());
    }
}
