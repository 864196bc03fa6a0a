package dev.stoa.evolution.memory;

import dev.stoa.base.Bounds;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.profile.Archetype;
import java.util.List;

/**
 * What a strategy led to in an episode, with its vector. Immutable.
 *
 * @param createdAgentsPresent the created agents that took part
 * @param document the text that the vector is of
 * @param embeddingModel the model that made the vector
 */
// A value for one hand-over; instances are never compared.
@SuppressWarnings("ArrayRecordComponent")
public record StrategyEntry(
        String episodeId,
        String scenario,
        String actorId,
        Archetype agentArchetype,
        String tacticalClassification,
        int judgeScore,
        TerminationReason terminationReason,
        List<String> createdAgentsPresent,
        String document,
        String embeddingModel,
        float[] embedding) {
    private static final int LONGEST_DOCUMENT = 64 << 10;
    private static final int LONGEST_TACTIC = 200;
    private static final int MOST_DIMENSIONS = 8_192;

    public StrategyEntry {
        Bounds.id("episode", episodeId);
        Bounds.text("scenario", scenario, 1, 64);
        Bounds.id("actor_id", actorId, 64);
        Bounds.given("agent_archetype", agentArchetype);
        Bounds.text("tactical_classification", tacticalClassification, 1, LONGEST_TACTIC);
        Bounds.whole("judge_score", judgeScore, -5, 5);
        Bounds.given("termination_reason", terminationReason);
        Bounds.text("document", document, 1, LONGEST_DOCUMENT);
        Bounds.text("embedding_model", embeddingModel, 1, 200);
        Bounds.given("embedding", embedding);
        Bounds.whole("embedding.length", embedding.length, 1, MOST_DIMENSIONS);
        createdAgentsPresent = List.copyOf(createdAgentsPresent);
    }
}
