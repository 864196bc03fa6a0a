package dev.stoa.learning.rating;

import dev.stoa.storage.Tx;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the predictions of one name those of another, with their sums. For one unit of work. Where both predicted the
 * same event, the prediction of the other stays. What was predicted stays as it was said; of simulated predictions no
 * sums are kept.
 */
final class PredictionMerge {
    private static final String TWICE = """
            SELECT id, COALESCE(domain, 'general'), confidence, CASE WHEN simulated = 0 THEN outcome END
            FROM calibration_predictions
            WHERE predictor_agent = ? AND tournament_id IN
                (SELECT tournament_id FROM calibration_predictions WHERE predictor_agent = ?)""";

    private final Tx tx;
    private final String from;
    private final String to;

    PredictionMerge(Tx tx, String from, String to) {
        this.tx = tx;
        this.from = from;
        this.to = to;
    }

    private record Prediction(
            long id, String domain, @Nullable Forecast forecast) {}

    /** Moves all; answers how many there were. The totals beside the rating are still under the old name. */
    long run() {
        List<Prediction> twice = tx.list(
                TWICE,
                row -> {
                    Long outcome = row.numberOrNull(4);
                    return new Prediction(
                            row.number(1),
                            row.text(2),
                            outcome == null ? null : new Forecast(row.real(3), outcome != 0));
                },
                from,
                to);
        twice.forEach(this::drop);
        long moved =
                tx.update("UPDATE calibration_predictions SET predictor_agent = ? WHERE predictor_agent = ?", to, from);
        tx.update("""
                INSERT INTO domain_calibration (agent_name, domain, total_predictions, total_correct, brier_sum,
                    log_loss_sum, updated_at)
                SELECT ?, domain, total_predictions, total_correct, brier_sum, log_loss_sum, updated_at
                FROM domain_calibration WHERE agent_name = ?
                ON CONFLICT (agent_name, domain) DO UPDATE SET
                    total_predictions = COALESCE(domain_calibration.total_predictions, 0)
                        + COALESCE(excluded.total_predictions, 0),
                    total_correct = COALESCE(domain_calibration.total_correct, 0) + COALESCE(excluded.total_correct, 0),
                    brier_sum = COALESCE(domain_calibration.brier_sum, 0) + COALESCE(excluded.brier_sum, 0),
                    log_loss_sum = COALESCE(domain_calibration.log_loss_sum, 0) + COALESCE(excluded.log_loss_sum, 0)""", to, from);
        tx.update("DELETE FROM domain_calibration WHERE agent_name = ?", from);
        tx.update("""
                INSERT INTO calibration_buckets (agent_name, domain, bucket, n, confidence_sum, correct)
                SELECT ?, domain, bucket, n, confidence_sum, correct FROM calibration_buckets WHERE agent_name = ?
                ON CONFLICT (agent_name, domain, bucket) DO UPDATE SET n = calibration_buckets.n + excluded.n,
                    confidence_sum = calibration_buckets.confidence_sum + excluded.confidence_sum,
                    correct = calibration_buckets.correct + excluded.correct""", to, from);
        tx.update("DELETE FROM calibration_buckets WHERE agent_name = ?", from);
        return moved + twice.size();
    }

    /** Removes a prediction and takes it out of the sums. */
    private void drop(Prediction one) {
        tx.update("DELETE FROM calibration_predictions WHERE id = ?", one.id());
        Forecast forecast = one.forecast();
        if (forecast == null) {
            return;
        }
        tx.update("""
                UPDATE ratings SET calibration_total = calibration_total - 1,
                    calibration_correct = calibration_correct - ?, calibration_brier_sum = calibration_brier_sum - ?,
                    calibration_log_loss_sum = calibration_log_loss_sum - ? WHERE agent_name = ?""", forecast.correct(), forecast.brier(), forecast.logLoss(), from);
        tx.update("""
                UPDATE domain_calibration SET total_predictions = total_predictions - 1,
                    total_correct = total_correct - ?, brier_sum = brier_sum - ?, log_loss_sum = log_loss_sum - ?
                WHERE agent_name = ? AND domain = ?""", forecast.correct(), forecast.brier(), forecast.logLoss(), from, one.domain());
        tx.update("""
                UPDATE calibration_buckets SET n = n - 1, confidence_sum = confidence_sum - ?, correct = correct - ?
                WHERE agent_name = ? AND domain = ? AND bucket = ?""", forecast.confidence(), forecast.correct(), from, one.domain(), forecast.bucket());
        tx.update("DELETE FROM calibration_buckets WHERE agent_name = ? AND n = 0", from);
    }
}
