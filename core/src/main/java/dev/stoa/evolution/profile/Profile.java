package dev.stoa.evolution.profile;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An immutable configuration of an actor. Only its baseline is set later, once.
 *
 * @param seq its number in the archive
 * @param generationId the generation that created it
 * @param generation the number of that generation in its run
 * @param strategyText null for a profile of another program, whose prompt has no known parts
 * @param baseline the mean score that it reached in its trial or in its first production
 */
public record Profile(
        String id,
        long seq,
        @Nullable String runId,
        @Nullable String generationId,
        @Nullable Long generation,
        @Nullable String actorId,
        @Nullable String archetype,
        @Nullable String systemPrompt,
        @Nullable String corePrompt,
        @Nullable String strategyText,
        @Nullable String tactic,
        Map<String, @Nullable Object> hyperparameters,
        @Nullable String createdBy,
        @Nullable String parentProfileId,
        Map<String, @Nullable Object> mutation,
        @Nullable Double baseline) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "profile_id", id,
                "seq", seq,
                "run_id", runId,
                "generation_id", generationId,
                "generation", generation,
                "actor_id", actorId,
                "archetype", archetype,
                "system_prompt", systemPrompt,
                "core_prompt", corePrompt,
                "strategy_text", strategyText,
                "tactic", tactic,
                "hyperparameters", hyperparameters,
                "created_by", createdBy,
                "parent_profile_id", parentProfileId,
                "mutation", mutation,
                "expected_performance_baseline", baseline);
    }

    /** How it was made of its parent, in a word. */
    @Nullable
    String operator() {
        return mutation.get("operator") instanceof String word ? word : null;
    }
}
