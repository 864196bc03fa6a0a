package dev.stoa.engine.evolution;

import dev.stoa.evolution.EvolutionStep;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.SlotResult;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.episode.EpochDraft;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.memory.Constraint;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileDraft;
import dev.stoa.evolution.profile.ProfileOrigin;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.GenerationStatus;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.scenario.Scenario.Kind;
import dev.stoa.evolution.search.Company;
import dev.stoa.evolution.search.Hypothesis;
import dev.stoa.evolution.search.Race;
import dev.stoa.evolution.search.Race.Round;
import dev.stoa.evolution.search.WorstSlice;
import dev.stoa.evolution.trial.Decision;
import dev.stoa.evolution.trial.PairedTrial;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictDecision;
import dev.stoa.evolution.verdict.VerdictDraft;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * One generation, from its production to its verdicts. For one thread. Every act asks first whether the record has it
 * already: so a generation that was interrupted anywhere is simply run again.
 */
final class GenerationRun {
    private static final String TEST = "sign_flip";
    private static final String TRIAL = "trial";

    private final Desk desk;
    private final RunHistory history;
    private final Proposals proposals;
    private final Strategies strategies;
    private final Generation generation;
    private final int seq;
    private final Troupe deployed;
    private final Stage stage;
    private final RunState record;

    GenerationRun(
            Desk desk,
            RunHistory history,
            Proposals proposals,
            Strategies strategies,
            RunState record,
            @Nullable Object hypotheses,
            ExecutorService threads) {
        this.desk = desk;
        this.history = history;
        this.proposals = proposals;
        this.strategies = strategies;
        this.record = record;
        this.generation = Objects.requireNonNull(record.generation());
        this.seq = Math.toIntExact(generation.seq());
        this.deployed = Troupes.deployed(desk, record);
        this.stage = new Stage(
                desk,
                generation,
                threads,
                strategies,
                hypotheses,
                record.epochs(),
                desk.stores().steps().results(desk.me(), generation.id()));
    }

    /** Plays the generation until nothing in it is pending. */
    void play() {
        List<SlotResult> production = stage.play(new Stage.Task(
                EpochKind.PRODUCTION, "production", null, desk.settings().epochSize(), deployed, true));
        desk.listener().produced(generation.seq(), Fitness.of(production));
        Opening opening = generation.is(GenerationStatus.ACTIVE) ? open(production) : opened();
        List<SlotResult> baseline = stage.play(
                new Stage.Task(EpochKind.BASELINE, TRIAL, null, desk.settings().shadowTrialCount(), deployed, false));
        List<Candidate.Family> families = new ArrayList<>();
        for (Actor actor : desk.evolving()) {
            family(actor, production, baseline, opening).ifPresent(families::add);
        }
        Company company = null;
        if (desk.speakers().free()) {
            company = race(families, production);
        } else {
            families.forEach(this::plainRace);
        }
        for (Candidate.Family family : families) {
            tryOut(family, company, baseline);
        }
        history.add(
                seq,
                desk.evolving().stream().map(Actor::id).toList(),
                desk.stores().verdicts().ofGeneration(desk.me(), generation.id()));
        if (desk.scenario().kind() == Kind.NEGOTIATION) {
            // A created agent writes the state, which a debate does not have.
            new CreatedTrials(desk, history, generation, deployed, stage).run(baseline);
        }
    }

    /** What a generation knows before candidates are proposed. */
    private record Opening(
            Map<String, List<Constraint>> constraints, Map<String, Hypothesis> hypotheses, String baselineEpoch) {}

    private List<SlotResult> worst(List<SlotResult> production, String actor) {
        int[] scores = production.stream().mapToInt(each -> each.score(actor)).toArray();
        return WorstSlice.of(scores, desk.settings().worstFraction()).stream()
                .map(production::get)
                .toList();
    }

    private Opening open(List<SlotResult> production) {
        Map<String, Strategies.Recurring> recurring = new LinkedHashMap<>();
        for (Actor actor : desk.evolving()) {
            strategies
                    .recurring(seq, deployed.of(actor.id()), worst(production, actor.id()))
                    .ifPresent(found -> recurring.put(actor.id(), found));
        }
        Map<String, Hypothesis> hypotheses = proposals.scouted(seq, deployed, strategies);
        Epoch baseline = desk.step(step -> {
            step.transition(generation.id(), GenerationStatus.SHADOW_TRIAL);
            deployed.actors().forEach((actor, profile) -> firstBaseline(step, profile, production, actor));
            recurring.forEach((actor, found) -> step.constraint(
                    actor,
                    found.tactic(),
                    found.evidence(),
                    seq,
                    desk.settings().memory().constraintGenerations()));
            if (!hypotheses.isEmpty()) {
                List<Object> documents = new ArrayList<>();
                hypotheses.forEach((actor, hypothesis) -> documents.add(Json.object(
                        "actor", actor,
                        "title", hypothesis.title(),
                        "target", hypothesis.target(),
                        "feasibility", hypothesis.feasibility(),
                        "novelty", hypothesis.novelty())));
                step.hypotheses(generation.id(), documents);
            }
            return step.epoch(new EpochDraft(
                    generation.id(), EpochKind.BASELINE, TRIAL, desk.settings().shadowTrialCount(), null));
        });
        stage.opened(baseline);
        return new Opening(constraints(), hypotheses, baseline.id());
    }

    /** A profile of a person gets its baseline from the first production that deploys it. */
    private static void firstBaseline(EvolutionStep step, Profile profile, List<SlotResult> production, String actor) {
        if (profile.baseline() == null && ProfileOrigin.HUMAN.text().equals(profile.createdBy())) {
            step.baseline(
                    profile.id(),
                    production.stream()
                            .mapToInt(each -> each.score(actor))
                            .average()
                            .orElse(0));
        }
    }

    private Map<String, List<Constraint>> constraints() {
        Map<String, List<Constraint>> live = new HashMap<>();
        desk.stores()
                .constraints()
                .live(desk.me(), desk.run().id(), seq)
                .forEach(each -> live.computeIfAbsent(each.actorId(), id -> new ArrayList<>())
                        .add(each));
        return live;
    }

    private Opening opened() {
        Map<String, Hypothesis> hypotheses = new LinkedHashMap<>();
        String stored = generation.hypothesesJson();
        if (stored != null) {
            for (Object each : Json.parseArray(stored)) {
                if (each instanceof Map<?, ?> map) {
                    hypotheses.put(
                            String.valueOf(map.get("actor")),
                            new Hypothesis(
                                    String.valueOf(map.get("title")),
                                    String.valueOf(map.get("target")),
                                    ((Number) Objects.requireNonNull(map.get("feasibility"))).intValue(),
                                    ((Number) Objects.requireNonNull(map.get("novelty"))).intValue()));
                }
            }
        }
        String baseline = record.epochs().stream()
                .filter(epoch -> epoch.kind() == EpochKind.BASELINE)
                .findFirst()
                .orElseThrow()
                .id();
        return new Opening(constraints(), hypotheses, baseline);
    }

    /** The candidates of an actor, proposed now or before; empty where there is none. */
    private Optional<Candidate.Family> family(
            Actor actor, List<SlotResult> production, List<SlotResult> baseline, Opening opening) {
        List<Verdict> known = record.verdicts().stream()
                .filter(verdict ->
                        verdict.kind() == VerdictKind.MUTATION && actor.id().equals(verdict.actorId()))
                .toList();
        if (!known.isEmpty()) {
            List<Candidate> candidates = RunHistory.candidates(known, actor.id()).stream()
                    .map(verdict -> new Candidate(
                            verdict,
                            desk.stores().profiles().get(desk.me(), String.valueOf(verdict.candidateProfileId()))))
                    .toList();
            return candidates.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Candidate.Family.of(actor, candidates, wanted(actor, production)));
        }
        double mean = baseline.stream()
                .mapToInt(each -> each.score(actor.id()))
                .average()
                .orElse(0);
        if (desk.rule().atCeiling(mean)) {
            return none(actor, VerdictOutcome.SKIPPED, "at_ceiling", opening);
        }
        Hypothesis hypothesis = opening.hypotheses().get(actor.id());
        Optional<List<Proposals.Proposed>> proposed = proposals.propose(
                actor,
                new Proposals.Lesson(
                        seq,
                        deployed.of(actor.id()),
                        worst(production, actor.id()),
                        opening.constraints().getOrDefault(actor.id(), List.of()),
                        hypothesis == null ? List.of() : List.of(hypothesis)));
        if (proposed.isEmpty()) {
            return none(actor, VerdictOutcome.INSUFFICIENT, "mutator_failed", opening);
        }
        if (proposed.get().isEmpty()) {
            return none(actor, VerdictOutcome.REJECTED, "no_candidate", opening);
        }
        return Optional.of(
                Candidate.Family.of(actor, store(actor, proposed.get(), opening), wanted(actor, production)));
    }

    private double wanted(Actor actor, List<SlotResult> production) {
        return Race.wanted(RunHistory.mean(production, actor.id()), desk.rule().margin());
    }

    private Optional<Candidate.Family> none(Actor actor, VerdictOutcome outcome, String reason, Opening opening) {
        Verdict verdict =
                desk.step(step -> step.verdict(draft(actor, null, 0, "", outcome, reason, opening.baselineEpoch())));
        desk.listener().decided(verdict);
        return Optional.empty();
    }

    private VerdictDraft draft(
            Actor actor,
            @Nullable String candidate,
            int variant,
            String operator,
            VerdictOutcome outcome,
            String reason,
            String baselineEpoch) {
        return new VerdictDraft(
                generation.id(),
                VerdictKind.MUTATION,
                actor.id(),
                candidate,
                deployed.of(actor.id()).id(),
                variant,
                operator,
                outcome,
                reason,
                desk.rule().margin(),
                desk.rule().lambda(),
                TEST,
                0,
                desk.rule().alpha(),
                baselineEpoch);
    }

    private List<Candidate> store(Actor actor, List<Proposals.Proposed> proposed, Opening opening) {
        Profile incumbent = deployed.of(actor.id());
        return desk.step(step -> {
            List<Candidate> candidates = new ArrayList<>();
            for (Proposals.Proposed each : proposed) {
                Profile profile = step.profile(new ProfileDraft(
                        generation.id(),
                        actor.id(),
                        Archetype.PRIMARY_ACTOR,
                        Objects.requireNonNullElse(incumbent.corePrompt(), ""),
                        each.strategy(),
                        each.tactic(),
                        each.hyperparameters(),
                        ProfileOrigin.MUTATOR,
                        incumbent.id(),
                        Json.object(
                                "operator", each.operator(),
                                "variant", each.number(),
                                "rationale", each.rationale())));
                Verdict verdict = step.verdict(draft(
                        actor,
                        profile.id(),
                        each.number(),
                        each.operator(),
                        VerdictOutcome.PENDING,
                        "",
                        opening.baselineEpoch()));
                candidates.add(new Candidate(verdict, profile));
            }
            return candidates;
        });
    }

    private Company race(List<Candidate.Family> families, List<SlotResult> production) {
        for (Candidate.Family family : families) {
            // One variant alone has nobody to race against.
            if (family.candidates().size() > 1) {
                for (int i = 0; i < family.candidates().size(); i++) {
                    run(family, i, Round.FIRST);
                }
            }
            family.contest().lead();
        }
        for (Candidate.Family family : families) {
            int size = family.candidates().size();
            if (size > Race.places(size, desk.settings())) {
                family.contest().leaders().forEach(leader -> run(family, leader, Round.SECOND));
            }
            family.contest().rank();
        }
        Company company = new Company(
                families.stream().map(Candidate.Family::contest).toList(),
                production.stream().mapToInt(SlotResult::minScore).average().orElse(0),
                desk.rule().margin());
        company.meetings().forEach(meeting -> meet(families, meeting, Round.MEETING));
        company.finals().forEach(meeting -> meet(families, meeting, Round.FINAL));
        families.forEach(
                family -> history.lead(family.actor().id(), RunHistory.policies(family.contest(), family.profiles())));
        return company;
    }

    private void run(Candidate.Family family, int variant, Round round) {
        Candidate candidate = family.candidates().get(variant);
        List<SlotResult> results = stage.play(new Stage.Task(
                EpochKind.CULL,
                round.purpose(),
                candidate.verdict().id(),
                round.slots(desk.settings()),
                deployed.with(candidate.profile()),
                false));
        family.contest().ran(variant, RunHistory.scores(results, family.actor().id()));
    }

    private void meet(List<Candidate.Family> families, Company.Meeting meeting, Round round) {
        Troupe troupe = deployed;
        for (Candidate.Family family : families) {
            Integer variant = meeting.variants().get(family.actor().id());
            if (variant != null) {
                troupe = troupe.with(family.candidates().get(variant).profile());
            }
        }
        List<SlotResult> results = stage.play(
                new Stage.Task(EpochKind.CULL, round.purpose(), null, round.slots(desk.settings()), troupe, false));
        meeting.met(results.stream().map(SlotResult::minScore).toList());
    }

    /** Where episodes cost tokens there is one round. */
    private void plainRace(Candidate.Family family) {
        if (family.candidates().size() > 1) {
            for (int i = 0; i < family.candidates().size(); i++) {
                run(family, i, Round.FIRST);
            }
        }
    }

    private void tryOut(Candidate.Family family, @Nullable Company company, List<SlotResult> baseline) {
        String actor = family.actor().id();
        List<Candidate> candidates = family.candidates();
        boolean culled = candidates.stream()
                .anyMatch(each ->
                        each.verdict().trialEpochId() != null || each.verdict().outcome() != VerdictOutcome.PENDING);
        List<Candidate> survivors = culled
                ? candidates.stream()
                        .filter(each -> each.verdict().trialEpochId() != null)
                        .toList()
                : cull(family, company);
        List<List<SlotResult>> trials = new ArrayList<>();
        for (Candidate survivor : survivors) {
            trials.add(stage.play(new Stage.Task(
                    EpochKind.TRIAL,
                    TRIAL,
                    survivor.verdict().id(),
                    desk.settings().shadowTrialCount(),
                    deployed.with(survivor.profile()),
                    false)));
        }
        if (survivors.stream().allMatch(each -> each.verdict().outcome() == VerdictOutcome.PENDING)) {
            decide(actor, survivors, trials, baseline);
        }
    }

    private List<Candidate> cull(Candidate.Family family, @Nullable Company company) {
        int places = Race.places(family.candidates().size(), desk.settings());
        List<Integer> kept = company == null
                ? family.contest().plainSurvivors(places)
                : company.survivors(family.actor().id(), places);
        List<Verdict> decided = new ArrayList<>();
        List<Epoch> epochs = new ArrayList<>();
        List<Candidate> survivors = desk.step(step -> {
            List<Candidate> entered = new ArrayList<>();
            for (int i = 0; i < family.candidates().size(); i++) {
                Candidate candidate = family.candidates().get(i);
                Double mean = family.contest().mean(i);
                if (kept.contains(i)) {
                    Epoch epoch = step.epoch(new EpochDraft(
                            generation.id(),
                            EpochKind.TRIAL,
                            TRIAL,
                            desk.settings().shadowTrialCount(),
                            candidate.verdict().id()));
                    epochs.add(epoch);
                    entered.add(new Candidate(
                            step.enter(candidate.verdict().id(), mean, epoch.id(), kept.size()), candidate.profile()));
                } else {
                    decided.add(step.decide(
                            candidate.verdict().id(), VerdictDecision.culled(Objects.requireNonNull(mean))));
                }
            }
            return entered;
        });
        epochs.forEach(stage::opened);
        decided.forEach(desk.listener()::decided);
        return survivors;
    }

    private void decide(
            String actor, List<Candidate> survivors, List<List<SlotResult>> trials, List<SlotResult> baseline) {
        List<PairedTrial.Pairs> pairs = trials.stream()
                .map(trial -> Pairing.of(trial, baseline, each -> each.score(actor)))
                .toList();
        List<Decision> decisions = PairedTrial.decide(pairs, 1, desk.rule());
        List<Strategies.@Nullable Draft> remembered = new ArrayList<>();
        List<SlotResult> worst = new ArrayList<>();
        for (int i = 0; i < survivors.size(); i++) {
            List<SlotResult> trial = trials.get(i);
            int[] scores = trial.stream().mapToInt(each -> each.score(actor)).toArray();
            worst.add(trial.get(WorstSlice.of(scores, 1).getFirst()));
            remembered.add(
                    decisions.get(i).outcome() == Decision.Outcome.REJECTED
                            ? strategies.draft(survivors.get(i).profile(), worst.get(i))
                            : null);
        }
        List<Verdict> verdicts = desk.step(step -> {
            List<Verdict> decided = new ArrayList<>();
            for (int i = 0; i < survivors.size(); i++) {
                Candidate survivor = survivors.get(i);
                decided.add(step.decide(survivor.verdict().id(), Pairing.decision(decisions.get(i))));
                step.baseline(survivor.profile().id(), decisions.get(i).meanCandidate());
                Strategies.Draft draft = remembered.get(i);
                if (draft != null) {
                    step.strategy(draft.entry(worst.get(i).episodeId(), deployed.guestNames()));
                }
            }
            return decided;
        });
        verdicts.forEach(desk.listener()::decided);
    }
}
