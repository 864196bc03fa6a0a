package dev.stoa.learning.critique;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an agent has earned by its proposals and critiques: counters, and what follows from them. Immutable. */
public record AgentReputation(
        String agentName,
        long proposalsMade,
        long proposalsAccepted,
        long critiquesGiven,
        long critiquesValuable,
        long totalPredictions,
        double totalPredictionError) {
    static final double UNKNOWN_CALIBRATION = 0.5;

    private static final double LEAST_WEIGHT = 0.4;
    private static final double MOST_WEIGHT = 1.6;

    /** How often proposals are accepted and critiques are valuable, 0 to 1, one half while nothing is known. */
    public double score() {
        return 0.6 * (proposalsAccepted + 1) / (proposalsMade + 2)
                + 0.4 * (critiquesValuable + 1) / (critiquesGiven + 2);
    }

    /** How well it foresees the use of its critiques, 0 to 1. */
    public double calibrationScore() {
        return totalPredictions == 0 ? UNKNOWN_CALIBRATION : 1 - totalPredictionError / totalPredictions;
    }

    /** How much its vote should count, 0.4 to 1.6. */
    public double voteWeight() {
        return Math.clamp(0.5 + score() + 0.2 * (calibrationScore() - 0.5), LEAST_WEIGHT, MOST_WEIGHT);
    }

    /** The row as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "agent_name", agentName,
                "score", score(),
                "calibration_score", calibrationScore(),
                "vote_weight", voteWeight(),
                "proposals_made", proposalsMade,
                "proposals_accepted", proposalsAccepted,
                "critiques_given", critiquesGiven,
                "critiques_valuable", critiquesValuable,
                "total_predictions", totalPredictions,
                "total_prediction_error", totalPredictionError);
    }
}
