package dev.stoa.evolution.verdict;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileTable;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.GenerationTable;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.run.RunTable;
import java.util.List;
import java.util.Optional;

/** Verdicts about candidates, and scores that profiles had in real use. Thread-safe. */
public final class Verdicts {
    private static final int MOST_OBSERVATIONS = 30;

    private final EvolutionContext context;

    private Verdicts(EvolutionContext context) {
        this.context = context;
    }

    public static Verdicts over(EvolutionContext context) {
        return new Verdicts(context);
    }

    /** Stores a verdict, pending or reached without a trial. */
    @Needs(value = Right.OPERATE, agents = false)
    public Verdict add(Principal by, VerdictDraft draft) {
        return context.write(by, (tx, now) -> VerdictTable.add(tx, context.ids().next(), draft, now));
    }

    /** Decides a pending verdict; the same decision again changes nothing. */
    @Needs(value = Right.OPERATE, agents = false)
    public Verdict decide(Principal by, String id, VerdictDecision decision) {
        return context.write(by, (tx, now) -> VerdictTable.decide(tx, id, decision, now));
    }

    /** One verdict. */
    @Needs(Right.READ)
    public Verdict get(Principal by, String id) {
        return context.read(by, (tx, now) -> VerdictTable.get(tx, id));
    }

    /** The verdicts of a run, oldest first. */
    @Needs(Right.READ)
    public List<Verdict> list(Principal by, String runId) {
        return context.read(by, (tx, now) -> {
            RunTable.get(tx, runId);
            return VerdictTable.ofRun(tx, runId);
        });
    }

    /** One page of the verdicts of a run. */
    @Needs(Right.READ)
    public Page<Verdict> page(Principal by, String runId, Page.Request request) {
        return context.read(by, (tx, now) -> {
            RunTable.get(tx, runId);
            return request.ofKeys(VerdictTable.after(tx, runId, request, request.limit() + 1), Verdict::id);
        });
    }

    /** The verdicts of a generation, in the order in which they were proposed. */
    @Needs(Right.READ)
    public List<Verdict> ofGeneration(Principal by, String generationId) {
        return context.read(by, (tx, now) -> VerdictTable.ofGeneration(tx, generationId));
    }

    /**
     * Counts what a profile scored in a real debate, once; whether it is new.
     *
     * @param score -5 to 5
     */
    @Needs(value = Right.OPERATE, agents = false)
    public boolean addObservation(Principal by, String profileId, String debateId, int score) {
        return context.write(by, (tx, now) -> {
            Bounds.whole("score", score, -5, 5);
            Bounds.id("debate", debateId);
            ProfileTable.get(tx, profileId);
            Optional<Long> present = tx.one(
                    "SELECT score FROM observations WHERE profile_id = ? AND debate_id = ?",
                    row -> row.number(1),
                    profileId,
                    debateId);
            if (present.isPresent() && present.get() != score) {
                throw new ConflictException(
                        "conflict",
                        "profile " + profileId + " has the score " + present.get() + " of debate " + debateId,
                        "leave it: a debate counts once");
            }
            if (present.isEmpty()) {
                tx.update(
                        "INSERT INTO observations (profile_id, debate_id, score, seq) VALUES (?, ?, ?, ?)",
                        profileId,
                        debateId,
                        score,
                        tx.next("observation"));
            }
            return present.isEmpty();
        });
    }

    /** The newest scores of a profile in real debates, at most 30, newest first. */
    @Needs(Right.READ)
    public List<Integer> observations(Principal by, String profileId) {
        return context.read(by, (tx, now) -> {
            ProfileTable.get(tx, profileId);
            return tx.list(
                    "SELECT score FROM observations WHERE profile_id = ? ORDER BY seq DESC LIMIT ?",
                    row -> row.integer(1),
                    profileId,
                    MOST_OBSERVATIONS);
        });
    }

    /**
     * Stores a verdict about two profiles by what was observed of them, at the newest generation of the candidate's run,
     * which must not be running. The next generation of that run deploys an accepted candidate.
     *
     * @param draft its generation is replaced by the newest of the run
     */
    @Needs(value = Right.OPERATE, agents = false)
    public Verdict observe(Principal by, VerdictDraft draft, VerdictDecision decision) {
        return context.write(by, (tx, now) -> {
            Profile candidate = ProfileTable.get(tx, Bounds.given("candidate_profile_id", draft.candidateProfileId()));
            Profile incumbent = ProfileTable.get(tx, Bounds.given("incumbent_profile_id", draft.incumbentProfileId()));
            String run = String.valueOf(candidate.runId());
            if (!run.equals(incumbent.runId())) {
                throw Bounds.invalid(
                        "profile " + incumbent.id() + " is of run " + incumbent.runId() + ", not of " + run,
                        "compare profiles of one run");
            }
            if (RunTable.get(tx, run).status() == RunStatus.RUNNING) {
                throw new ConflictException("conflict", "run " + run + " is running", "pause it first");
            }
            Generation newest = GenerationTable.newest(tx, run).orElseThrow();
            VerdictDraft placed = new VerdictDraft(
                    newest.id(),
                    draft.kind(),
                    candidate.actorId(),
                    candidate.id(),
                    incumbent.id(),
                    draft.variant(),
                    draft.operator(),
                    VerdictOutcome.PENDING,
                    "",
                    draft.margin(),
                    draft.lambda(),
                    draft.test(),
                    draft.familySize(),
                    draft.alpha(),
                    null);
            return VerdictTable.observed(tx, context.ids().next(), placed, decision, now);
        });
    }
}
