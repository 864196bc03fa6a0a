package dev.stoa.learning.rating;

import dev.stoa.base.ConflictException;
import dev.stoa.learning.rating.Calibration.BucketSums;
import dev.stoa.learning.rating.Calibration.Sums;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The closing of an event with all its predictions. For one unit of work. */
final class Resolver {
    private static final String EVENT = "SELECT winner, void FROM prediction_events WHERE tournament_id = ?";
    private static final String OPEN = """
            SELECT id, predictor_agent, predicted_winner, confidence, COALESCE(domain, 'general'), simulated
            FROM calibration_predictions WHERE tournament_id = ? ORDER BY id""";
    private static final String CLOSE = "UPDATE calibration_predictions SET outcome = ?, resolved_at = ? WHERE id = ?";
    private static final String PUT_TOTALS = """
            INSERT INTO ratings (agent_name, calibration_total, calibration_correct, calibration_brier_sum,
                calibration_log_loss_sum, updated_at)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (agent_name) DO UPDATE SET
                calibration_total = COALESCE(ratings.calibration_total, 0) + excluded.calibration_total,
                calibration_correct = COALESCE(ratings.calibration_correct, 0) + excluded.calibration_correct,
                calibration_brier_sum = COALESCE(ratings.calibration_brier_sum, 0) + excluded.calibration_brier_sum,
                calibration_log_loss_sum =
                    COALESCE(ratings.calibration_log_loss_sum, 0) + excluded.calibration_log_loss_sum,
                updated_at = excluded.updated_at""";
    private static final String PUT_DOMAIN = """
            INSERT INTO domain_calibration (agent_name, domain, total_predictions, total_correct, brier_sum,
                log_loss_sum, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (agent_name, domain) DO UPDATE SET
                total_predictions = COALESCE(domain_calibration.total_predictions, 0) + excluded.total_predictions,
                total_correct = COALESCE(domain_calibration.total_correct, 0) + excluded.total_correct,
                brier_sum = COALESCE(domain_calibration.brier_sum, 0) + excluded.brier_sum,
                log_loss_sum = COALESCE(domain_calibration.log_loss_sum, 0) + excluded.log_loss_sum,
                updated_at = excluded.updated_at""";
    private static final String PUT_BUCKET = """
            INSERT INTO calibration_buckets (agent_name, domain, bucket, n, confidence_sum, correct)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (agent_name, domain, bucket) DO UPDATE SET n = calibration_buckets.n + excluded.n,
                confidence_sum = calibration_buckets.confidence_sum + excluded.confidence_sum,
                correct = calibration_buckets.correct + excluded.correct""";

    private final Tx tx;
    private final String event;
    private final @Nullable String winner;
    private final Instant now;

    Resolver(Tx tx, Result.OfEvent ended, Instant now) {
        this.tx = tx;
        this.event = ended.event();
        this.winner = ended.result() instanceof Result.Won won ? won.winner() : null;
        this.now = now;
    }

    /** A prediction of the event; the forecast means nothing if the event is void. */
    private record Open(long id, String agent, String domain, Forecast forecast, boolean simulated) {}

    Resolution resolve() {
        List<Open> predictions = tx.list(
                OPEN,
                row -> new Open(
                        row.number(1),
                        row.text(2),
                        row.text(5),
                        new Forecast(row.real(4), row.text(3).equals(winner)),
                        row.number(6) != 0),
                event);
        Optional<Resolution> present = tx.one(
                EVENT,
                row -> {
                    String known = row.textOrNull(1);
                    if (!Objects.equals(known, winner)) {
                        throw new ConflictException(
                                "conflict",
                                "event " + event + " is resolved already, "
                                        + (known == null ? "as void" : "won by " + known),
                                "a result is final; predict another event");
                    }
                    return resolution(predictions, true);
                },
                event);
        if (present.isPresent()) {
            return present.get();
        }
        tx.update(
                "INSERT INTO prediction_events (tournament_id, winner, void, resolved_at) VALUES (?, ?, ?, ?)",
                event,
                winner,
                winner == null ? 1 : 0,
                now);
        tx.batch(
                CLOSE,
                predictions,
                one -> Tx.values(
                        winner == null ? null : (Integer) one.forecast().correct(), now, one.id()));
        if (winner != null) {
            // What chance foretold says nothing about the confidence of an agent.
            score(predictions.stream().filter(one -> !one.simulated()).toList());
        }
        return resolution(predictions, false);
    }

    private void score(List<Open> predictions) {
        tx.batch(PUT_TOTALS, predictions, one -> {
            Sums sums = Sums.NONE.plus(one.forecast());
            return Tx.values(one.agent(), sums.n(), sums.correct(), sums.brier(), sums.logLoss(), now);
        });
        tx.batch(PUT_DOMAIN, predictions, one -> {
            Sums sums = Sums.NONE.plus(one.forecast());
            return Tx.values(one.agent(), one.domain(), sums.n(), sums.correct(), sums.brier(), sums.logLoss(), now);
        });
        tx.batch(PUT_BUCKET, predictions, one -> {
            BucketSums sums = BucketSums.NONE.plus(one.forecast());
            return Tx.values(
                    one.agent(), one.domain(), one.forecast().bucket(), sums.n(), sums.confidence(), sums.correct());
        });
    }

    private Resolution resolution(List<Open> predictions, boolean duplicate) {
        return new Resolution(event, winner, winner == null, predictions.size(), duplicate);
    }
}
