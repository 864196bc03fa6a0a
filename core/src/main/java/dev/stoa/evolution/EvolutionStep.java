package dev.stoa.evolution;

import dev.stoa.base.Added;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.created.CreatedTable;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeDraft;
import dev.stoa.evolution.episode.EpisodeWriter;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.episode.EpochDraft;
import dev.stoa.evolution.episode.EpochTable;
import dev.stoa.evolution.memory.Constraint;
import dev.stoa.evolution.memory.ConstraintTable;
import dev.stoa.evolution.memory.StrategyEntry;
import dev.stoa.evolution.memory.StrategyTable;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileDraft;
import dev.stoa.evolution.profile.ProfileTable;
import dev.stoa.evolution.retention.PrunePolicy;
import dev.stoa.evolution.retention.PruneReport;
import dev.stoa.evolution.retention.PruneTable;
import dev.stoa.evolution.run.Deployed;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.GenerationStatus;
import dev.stoa.evolution.run.GenerationTable;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunTable;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictDecision;
import dev.stoa.evolution.verdict.VerdictDraft;
import dev.stoa.evolution.verdict.VerdictTable;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a run does in one transaction: all of it is stored or nothing. Not thread-safe, and dead when the
 * transaction is over.
 */
public final class EvolutionStep {
    private final Tx tx;
    private final EvolutionContext context;
    private final long cap;
    private final Run run;
    private final Instant now;

    EvolutionStep(Tx tx, EvolutionContext context, long cap, Run run, Instant now) {
        this.tx = tx;
        this.context = context;
        this.cap = cap;
        this.run = run;
        this.now = now;
    }

    private String id() {
        return context.ids().next();
    }

    /** The run as it was when the step began. */
    public Run run() {
        return run;
    }

    /** The newest generation. */
    public Optional<Generation> newest() {
        return GenerationTable.newest(tx, run.id());
    }

    /** Counts tokens that no episode has used. */
    public void tokens(long used) {
        RunTable.addTokens(tx, run.id(), used);
    }

    /** Stores a profile. */
    public Profile profile(ProfileDraft draft) {
        return ProfileTable.add(tx, id(), draft);
    }

    /** Sets the baseline of a profile, once. */
    public Profile baseline(String profileId, double baseline) {
        return ProfileTable.baseline(tx, profileId, baseline);
    }

    /** Opens an epoch. */
    public Epoch epoch(EpochDraft draft) {
        return EpochTable.open(tx, id(), draft);
    }

    /** Completes an epoch. */
    public Epoch complete(String epochId) {
        return EpochTable.complete(tx, epochId);
    }

    /** Gives a slot up. */
    public void fail(String epochId, int slot, int attempts, String error) {
        EpochTable.fail(tx, epochId, slot, attempts, error);
    }

    /** Stores episodes in this order; their tokens are counted for the run, and their pending turns go. */
    public List<Episode> episodes(List<EpisodeDraft> drafts) {
        return EpisodeWriter.record(tx, context.ids(), drafts, now);
    }

    /** Remembers a strategy; how many were evicted for it. */
    public Added<Integer> strategy(StrategyEntry entry) {
        return StrategyTable.add(tx, id(), entry, cap, now);
    }

    /** Forbids a tactic to an actor from a generation on, unless it is forbidden already. */
    public Optional<Constraint> constraint(
            String actorId, String tactic, Object evidence, long generation, long generations) {
        return ConstraintTable.add(tx, id(), run.id(), actorId, tactic, evidence, generation, generations, now);
    }

    /** Keeps what the scout expects. */
    public void hypotheses(String generationId, Object hypotheses) {
        GenerationTable.hypotheses(tx, generationId, hypotheses);
    }

    /** Moves a generation on. */
    public Generation transition(String generationId, GenerationStatus to) {
        return GenerationTable.transition(tx, generationId, to);
    }

    /** Stores a verdict, pending or reached without a trial. */
    public Verdict verdict(VerdictDraft draft) {
        return VerdictTable.add(tx, id(), draft, now);
    }

    /** Lets a pending verdict go into its trial. */
    public Verdict enter(String verdictId, @Nullable Double cullMean, String trialEpochId, int familySize) {
        return VerdictTable.enter(tx, verdictId, cullMean, trialEpochId, familySize);
    }

    /** Decides a pending verdict. */
    public Verdict decide(String verdictId, VerdictDecision decision) {
        return VerdictTable.decide(tx, verdictId, decision, now);
    }

    /** Stores the design of an agent, whose profile and verdict are stored before. */
    public CreatedAgent design(CreatedTable.Design design) {
        return CreatedTable.design(tx, id(), design, now);
    }

    /** A created agent as it is now: a person may have decided about it since the run last looked. */
    public CreatedAgent created(String createdAgentId) {
        return CreatedTable.get(tx, createdAgentId);
    }

    /** Decides about the trial of a created agent. */
    public CreatedAgent decideTrial(String createdAgentId, boolean passed, double delta) {
        return CreatedTable.decideTrial(tx, createdAgentId, passed, delta, now);
    }

    /** Notes the review of a created agent; one that does not help any more is ended. */
    public CreatedAgent reviewed(String createdAgentId, boolean helps) {
        return CreatedTable.reviewed(tx, createdAgentId, helps, now);
    }

    /** Prunes the run. */
    public PruneReport prune(PrunePolicy policy) {
        return PruneTable.prune(tx, run.id(), policy, now);
    }

    /** Archives the newest generation and opens the next. */
    public Generation open(List<Deployed> actors) {
        return GenerationTable.open(tx, id(), run.id(), actors, now);
    }

    /** What makes the run the same as another, of everything that is stored now. */
    public String fingerprint() {
        return RunReader.fingerprint(tx, run.id());
    }

    /** Completes the run and archives its last generation. */
    public Run finish(String reason, String fingerprint) {
        return RunTable.finish(tx, run.id(), run.fence(), reason, fingerprint, now);
    }
}
