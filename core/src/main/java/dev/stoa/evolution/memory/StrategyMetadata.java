package dev.stoa.evolution.memory;

import java.util.List;

/** What the conditions of a search look at. Immutable. */
record StrategyMetadata(
        String episodeId,
        String generationId,
        String agentArchetype,
        String tacticalClassification,
        int judgeScore,
        String terminationReason,
        List<String> createdAgentsPresent,
        String runId,
        String scenario,
        String actorId,
        long generation) {
    String text(StrategyField field) {
        return switch (field) {
            case EPISODE_ID -> episodeId;
            case GENERATION_ID -> generationId;
            case AGENT_ARCHETYPE -> agentArchetype;
            case TACTICAL_CLASSIFICATION -> tacticalClassification;
            case TERMINATION_REASON -> terminationReason;
            case RUN_ID -> runId;
            case SCENARIO -> scenario;
            case ACTOR_ID -> actorId;
            case JUDGE_SCORE, GENERATION, CREATED_AGENTS_PRESENT -> throw new IllegalStateException(field.text());
        };
    }
}
