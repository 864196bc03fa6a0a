package dev.stoa.evolution.memory;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A remembered strategy. Immutable.
 *
 * @param seq its number in the archive
 * @param generation the number of its generation in the run
 */
public record Strategy(
        String id,
        long seq,
        String episodeId,
        String generationId,
        long generation,
        String runId,
        String scenario,
        String actorId,
        String agentArchetype,
        String tacticalClassification,
        int judgeScore,
        String terminationReason,
        List<String> createdAgentsPresent,
        String document,
        String embeddingModel,
        Instant createdAt) {
    public Strategy {
        createdAgentsPresent = List.copyOf(createdAgentsPresent);
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document(@Nullable Double similarity) {
        return Json.object(
                "strategy_id", id,
                "similarity", similarity,
                "document", document,
                "episode_id", episodeId,
                "generation_id", generationId,
                "agent_archetype", agentArchetype,
                "tactical_classification", tacticalClassification,
                "judge_score", judgeScore,
                "termination_reason", terminationReason,
                "created_agents_present", createdAgentsPresent);
    }
}
