package dev.stoa.counsel.run;

import dev.stoa.storage.Tx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what came of answers, with the sums that reliability is read from, in one unit of work. Stateless. The sums
 * always are those of the runs.
 */
public final class Outcomes {
    private static final String ADD = """
            INSERT INTO specialist_stats (specialist, model, field, runs, weight_sum, outcome_sum)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (specialist, model, field) DO UPDATE SET runs = specialist_stats.runs + excluded.runs,
                weight_sum = specialist_stats.weight_sum + excluded.weight_sum,
                outcome_sum = specialist_stats.outcome_sum + excluded.outcome_sum""";

    private Outcomes() {}

    /** What is known of a run before an outcome is recorded. */
    private record Before(
            String specialist,
            @Nullable String model,
            @Nullable String domain,
            double transfer,
            @Nullable Double outcome,
            @Nullable Double weight) {}

    /** Counts a run that has been stored. */
    static void count(Tx tx, String specialist, String model, String field) {
        tx.update(ADD, specialist, model, field, 1, 0.0, 0.0);
    }

    /**
     * Records what came of a run. What weighs more replaces what weighs less, and of equal weight the newer the older.
     *
     * @return whether it was recorded
     */
    public static boolean record(Tx tx, String runId, Outcome outcome) {
        Before before = tx.one(
                        "SELECT specialist, model, domain, clarke_transfer, outcome, outcome_weight FROM model_runs"
                                + " WHERE run_id = ?" + tx.dialect().pick("", " FOR UPDATE"),
                        row -> new Before(
                                row.text(1),
                                row.textOrNull(2),
                                row.textOrNull(3),
                                or(row.realOrNull(4), 0),
                                row.realOrNull(5),
                                row.realOrNull(6)),
                        runId)
                .orElseThrow();
        // An answer that turned the decision counts more, both ways.
        double weight = outcome.weight() * (1 + Math.abs(before.transfer()));
        double old = or(before.weight(), 0);
        if (before.outcome() != null && weight < old) {
            return false;
        }
        tx.update(
                "UPDATE model_runs SET outcome = ?, outcome_weight = ?, outcome_source = ? WHERE run_id = ?",
                outcome.value(),
                weight,
                outcome.source(),
                runId);
        if (before.model() != null && before.domain() != null) {
            double oldSum = before.outcome() == null ? 0 : before.outcome() * old;
            tx.update(
                    ADD,
                    before.specialist(),
                    before.model(),
                    before.domain(),
                    0,
                    weight - (before.outcome() == null ? 0 : old),
                    outcome.value() * weight - oldSum);
        }
        return true;
    }

    /**
     * Records what came of the answer that a message is. A debate's answer gives no run an outcome.
     *
     * @return the run that wrote it; empty if none did
     */
    public static Optional<String> ofAnswer(Tx tx, String messageId, Outcome outcome) {
        Optional<String> run = tx.one("""
                SELECT r.run_id FROM messages m JOIN queries q ON q.query_id = m.query_id AND q.answer_id = m.message_id
                    JOIN model_runs r ON r.query_id = q.query_id
                WHERE m.message_id = ? AND q.decided_by = 'vcg' AND r.vcg_winner = 1 AND r.round = 'answer'""", row -> row.text(1), messageId);
        run.ifPresent(id -> record(tx, id, outcome));
        return run;
    }

    private static double or(@Nullable Double value, double otherwise) {
        return value == null ? otherwise : value;
    }
}
