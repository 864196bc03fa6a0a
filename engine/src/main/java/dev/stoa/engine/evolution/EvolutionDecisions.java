package dev.stoa.engine.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.engine.upkeep.AuditTrail;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.created.CreatedAgents;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.trial.AcceptanceRule;
import dev.stoa.evolution.trial.MannWhitney;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictDecision;
import dev.stoa.evolution.verdict.VerdictDraft;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What persons decide about a run, each between two entries of the audit log. Thread-safe. */
public final class EvolutionDecisions {
    private static final String DECIDED = "evolution_decided";

    private final Stoa stoa;
    private final Evolution stores;

    private EvolutionDecisions(Stoa stoa) {
        this.stoa = stoa;
        this.stores = stoa.evolution();
    }

    public static EvolutionDecisions over(Stoa stoa) {
        return new EvolutionDecisions(stoa);
    }

    /** Lets a created agent that passed its trial take part from the next generation on. */
    @Needs(value = Right.OPERATE, agents = false)
    public CreatedAgent approve(Principal by, String id, @Nullable String reason) {
        return about(by, "approve", id, agents -> agents.approve(by, id, reason));
    }

    /** Ends a created agent that passed its trial without having taken part. */
    @Needs(value = Right.OPERATE, agents = false)
    public CreatedAgent reject(Principal by, String id, @Nullable String reason) {
        return about(by, "reject", id, agents -> agents.reject(by, id, reason));
    }

    /** Ends a created agent that takes part, from the next generation on. */
    @Needs(value = Right.OPERATE, agents = false)
    public CreatedAgent retire(Principal by, String id, @Nullable String reason) {
        return about(by, "retire", id, agents -> agents.retire(by, id, reason));
    }

    private interface Act {
        CreatedAgent on(CreatedAgents agents);
    }

    private CreatedAgent about(Principal by, String decision, String id, Act act) {
        // Who may not decide, and what is not there to be decided about, leaves no entry.
        Rights.check(by);
        CreatedAgent before = stores.createdAgents().get(by, id);
        return AuditTrail.of(stoa, by)
                .around(
                        DECIDED,
                        Json.object("decision", decision, "created_agent", before.id(), "run", before.runId()),
                        () -> act.on(stores.createdAgents()),
                        after -> Json.object("status", after.status()));
    }

    /**
     * Compares two profiles by what they scored in real debates, and stores the verdict at the newest generation of the
     * candidate's run, which must not be running. The next generation of that run deploys an accepted candidate.
     */
    @Needs(value = Right.OPERATE, agents = false)
    public Verdict observe(Principal by, String candidateId, String incumbentId) {
        Rights.check(by);
        Profile candidate = stores.profiles().get(by, candidateId);
        Profile incumbent = stores.profiles().get(by, incumbentId);
        if (!Objects.equals(candidate.runId(), incumbent.runId())
                || !Objects.equals(candidate.actorId(), incumbent.actorId())) {
            throw Bounds.invalid(
                    "profile " + candidate.id() + " is of actor " + candidate.actorId() + " of run " + candidate.runId()
                            + ", and " + incumbent.id() + " of actor " + incumbent.actorId() + " of run "
                            + incumbent.runId(),
                    "compare two profiles of one actor of one run");
        }
        String runId = String.valueOf(candidate.runId());
        Run run = stores.runs().get(by, runId);
        AcceptanceRule rule =
                AcceptanceRule.of(ScenarioReader.json(run.scenarioJson()).evolution());
        int[] first = scores(by, candidateId);
        int[] second = scores(by, incumbentId);
        if (first.length == 0
                || second.length == 0
                || MannWhitney.hopeless(first.length, second.length, rule.alpha())) {
            throw new ConflictException(
                    "insufficient",
                    "profile " + candidateId + " has " + first.length + " observed scores and " + incumbentId + " has "
                            + second.length + ", which cannot reach " + rule.alpha(),
                    "grade more debates with both of them");
        }
        refuseSecond(by, runId, candidate);
        VerdictDecision decision = decision(first, second, rule);
        VerdictDraft draft = new VerdictDraft(
                String.valueOf(candidate.generationId()),
                VerdictKind.OBSERVED,
                candidate.actorId(),
                candidateId,
                incumbentId,
                0,
                "observed",
                VerdictOutcome.PENDING,
                "",
                rule.margin(),
                rule.lambda(),
                "mann_whitney",
                1,
                rule.alpha(),
                null);
        return AuditTrail.of(stoa, by)
                .around(
                        DECIDED,
                        Json.object(
                                "decision",
                                "observe",
                                "candidate",
                                candidateId,
                                "incumbent",
                                incumbentId,
                                "run",
                                runId),
                        () -> stores.verdicts().observe(by, draft, decision),
                        verdict -> Json.object("outcome", verdict.outcome().text(), "verdict", verdict.id()));
    }

    /** One candidate of an actor can be deployed in the next generation, not two. */
    private void refuseSecond(Principal by, String runId, Profile candidate) {
        List<Generation> generations = stores.generations().list(by, runId);
        for (Verdict verdict :
                stores.verdicts().ofGeneration(by, generations.getLast().id())) {
            if (verdict.outcome() == VerdictOutcome.ACCEPTED
                    && (verdict.kind() == VerdictKind.MUTATION || verdict.kind() == VerdictKind.OBSERVED)
                    && Objects.equals(verdict.actorId(), candidate.actorId())) {
                throw new ConflictException(
                        "conflict",
                        "verdict " + verdict.id() + " has accepted another profile of " + candidate.actorId()
                                + " for the next generation",
                        "resume the run first");
            }
        }
    }

    private int[] scores(Principal by, String profile) {
        return stores.verdicts().observations(by, profile).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static VerdictDecision decision(int[] first, int[] second, AcceptanceRule rule) {
        double p = MannWhitney.test(first, second).p();
        double difference = mean(first) - mean(second);
        double error = Math.sqrt(variance(first) / first.length + variance(second) / second.length);
        double lcb = difference - rule.lambda() * error;
        boolean accepted = lcb > rule.margin() && p < rule.alpha();
        return new VerdictDecision(
                accepted ? VerdictOutcome.ACCEPTED : VerdictOutcome.REJECTED,
                accepted ? "accepted" : lcb > rule.margin() ? "p_value" : "lcb",
                null,
                first.length + second.length,
                mean(first),
                mean(second),
                difference,
                error,
                lcb,
                p,
                p,
                1);
    }

    private static double mean(int[] scores) {
        double sum = 0;
        for (int score : scores) {
            sum += score;
        }
        return sum / scores.length;
    }

    private static double variance(int[] scores) {
        if (scores.length < 2) {
            return 0;
        }
        double mean = mean(scores);
        double squares = 0;
        for (int score : scores) {
            squares += (score - mean) * (score - mean);
        }
        return squares / (scores.length - 1);
    }
}
