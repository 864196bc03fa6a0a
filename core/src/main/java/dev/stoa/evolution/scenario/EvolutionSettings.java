package dev.stoa.evolution.scenario;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a scenario is improved. Immutable; bounds are those of {@link SettingsReader}.
 *
 * @param maxGenerations how many generations a run has
 * @param epochSize how many episodes a generation produces
 * @param worstFraction which part of them the mutator looks at
 * @param mutationVariants the size of a full family of variants; the trial takes half of it, rounded up
 * @param racePool how many variants enter the race for the trial
 * @param mutationSigma the first step size, as a part of the range
 * @param cullTrials how many episodes each variant of a race plays in the first round
 * @param cullTurns where an episode of the race ends, 0 for its full length
 * @param shadowTrialCount how many paired episodes a trial has
 * @param improvementMargin how much better a candidate must be
 * @param acceptanceLcbLambda how many standard errors are taken off
 * @param acceptancePValueThreshold how improbable chance must be
 * @param creationPatience how long an actor stalls before an agent is designed
 * @param creationCooldownGenerations how long after an attempt none is designed
 * @param maxActiveCreatedAgents how many created agents play at once
 * @param requireHumanApprovalForCreation whether a person decides about a tried agent
 * @param createdReviewGenerations how often a created agent is reviewed, 0 for never
 * @param scoutSweepIntervalGenerations how often the scout looks, 0 for never
 * @param maxConcurrency how many episodes are played at once
 * @param slotAttempts how often an episode is tried
 * @param maxRunTokens how many tokens a run may use, 0 for any number
 * @param stopStall after how many generations without acceptance a run ends, 0 for never
 * @param memory how failures are remembered
 */
public record EvolutionSettings(
        int maxGenerations,
        int epochSize,
        double worstFraction,
        int mutationVariants,
        int racePool,
        double mutationSigma,
        int cullTrials,
        int cullTurns,
        int shadowTrialCount,
        double improvementMargin,
        double acceptanceLcbLambda,
        double acceptancePValueThreshold,
        int creationPatience,
        int creationCooldownGenerations,
        int maxActiveCreatedAgents,
        boolean requireHumanApprovalForCreation,
        int createdReviewGenerations,
        int scoutSweepIntervalGenerations,
        int maxConcurrency,
        int slotAttempts,
        long maxRunTokens,
        int stopStall,
        Memory memory) {

    /**
     * How failures are remembered.
     *
     * @param embedder what makes vectors of them
     * @param scope of which runs
     * @param neighbours how many are looked at
     * @param recurrenceCount how many must be alike
     * @param recurrenceSimilarity how alike
     * @param constraintGenerations how long what failed is avoided
     */
    public record Memory(
            String embedder,
            String scope,
            int neighbours,
            int recurrenceCount,
            double recurrenceSimilarity,
            int constraintGenerations) {}

    /** How many survivors a trial has at most: the family that is corrected for. */
    public int family() {
        return (mutationVariants + 1) / 2;
    }

    /** It as JSON, under the names of the scenario file. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "max_generations", maxGenerations,
                "epoch_size", epochSize,
                "worst_fraction", worstFraction,
                "mutation_variants", mutationVariants,
                "race_pool", racePool,
                "mutation_sigma", mutationSigma,
                "cull_trials", cullTrials,
                "cull_turns", cullTurns,
                "shadow_trial_count", shadowTrialCount,
                "improvement_margin", improvementMargin,
                "acceptance_lcb_lambda", acceptanceLcbLambda,
                "acceptance_p_value_threshold", acceptancePValueThreshold,
                "creation_patience", creationPatience,
                "creation_cooldown_generations", creationCooldownGenerations,
                "max_active_created_agents", maxActiveCreatedAgents,
                "require_human_approval_for_creation", requireHumanApprovalForCreation,
                "created_review_generations", createdReviewGenerations,
                "scout_sweep_interval_generations", scoutSweepIntervalGenerations,
                "max_concurrency", maxConcurrency,
                "slot_attempts", slotAttempts,
                "max_run_tokens", maxRunTokens,
                "stop_stall", stopStall,
                "memory",
                        Json.object(
                                "embedder", memory.embedder(),
                                "scope", memory.scope(),
                                "neighbours", memory.neighbours(),
                                "recurrence_count", memory.recurrenceCount(),
                                "recurrence_similarity", memory.recurrenceSimilarity(),
                                "constraint_generations", memory.constraintGenerations()));
    }
}
