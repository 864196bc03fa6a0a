package dev.stoa.learning.critique;

import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** The counters of agents inside a unit of work. Stateless. */
final class ReputationTable {
    /** What {@link #reputation} reads. */
    static final String COLUMNS = """
            agent_name, COALESCE(proposals_made, 0), COALESCE(proposals_accepted, 0), COALESCE(critiques_given, 0),
            COALESCE(critiques_valuable, 0), COALESCE(total_predictions, 0), COALESCE(total_prediction_error, 0)""";

    private ReputationTable() {}

    static AgentReputation reputation(Row row) {
        return new AgentReputation(
                row.text(1), row.number(2), row.number(3), row.number(4), row.number(5), row.number(6), row.real(7));
    }

    /** What one event adds to the counters of an agent. */
    record Gain(int made, int accepted, int given, int valuable, int predictions, double error) {
        static Gain proposed(boolean accepted) {
            return new Gain(1, accepted ? 1 : 0, 0, 0, 0, 0);
        }

        static Gain critiqueGiven() {
            return new Gain(0, 0, 1, 0, 0, 0);
        }

        static Gain resolved(boolean valuable, double error) {
            return new Gain(0, 0, 0, valuable ? 1 : 0, 1, error);
        }
    }

    static void add(Tx tx, String agent, Gain gain, Instant now) {
        tx.later(
                """
                INSERT INTO agent_reputation (agent_name, proposals_made, proposals_accepted, critiques_given,
                    critiques_valuable, total_predictions, total_prediction_error, calibration_score, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (agent_name) DO UPDATE SET
                    proposals_made = COALESCE(agent_reputation.proposals_made, 0) + excluded.proposals_made,
                    proposals_accepted = COALESCE(agent_reputation.proposals_accepted, 0) + excluded.proposals_accepted,
                    critiques_given = COALESCE(agent_reputation.critiques_given, 0) + excluded.critiques_given,
                    critiques_valuable = COALESCE(agent_reputation.critiques_valuable, 0) + excluded.critiques_valuable,
                    total_predictions = COALESCE(agent_reputation.total_predictions, 0) + excluded.total_predictions,
                    total_prediction_error =
                        COALESCE(agent_reputation.total_prediction_error, 0) + excluded.total_prediction_error,
                    updated_at = excluded.updated_at""",
                agent,
                gain.made(),
                gain.accepted(),
                gain.given(),
                gain.valuable(),
                gain.predictions(),
                gain.error(),
                gain.predictions() == 0 ? AgentReputation.UNKNOWN_CALIBRATION : 1 - gain.error(),
                now);
        if (gain.predictions() > 0) {
            tx.later("""
                    UPDATE agent_reputation SET calibration_score = 1 - total_prediction_error / total_predictions
                    WHERE agent_name = ?""", agent);
        }
    }
}
