package dev.stoa.learning.rating;

import dev.stoa.learning.rating.Calibration.BucketSums;
import dev.stoa.learning.rating.Calibration.Sums;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The comparison of calibrations with the resolved predictions they come from. For one unit of work. What another
 * program had counted before its file was taken over comes on top, so of its agents only too little is an error.
 */
final class CalibrationReplay {
    private static final double TOLERANCE = 1e-6;

    private final Tx tx;
    private final Map<String, Sums> totals = new TreeMap<>();
    private final Map<String, Sums> domains = new TreeMap<>();
    private final Map<String, BucketSums> buckets = new TreeMap<>();
    private final Set<String> imported = new HashSet<>();
    private final List<String> violations = new ArrayList<>();

    CalibrationReplay(Tx tx) {
        this.tx = tx;
    }

    List<String> violations(int most) {
        score();
        tx.each(
                "SELECT agent_name FROM ratings WHERE imported <> 0 AND agent_name IS NOT NULL",
                row -> imported.add(row.text(1)));
        tx.each("""
                SELECT agent_name, COALESCE(calibration_total, 0), COALESCE(calibration_correct, 0),
                    COALESCE(calibration_brier_sum, 0), COALESCE(calibration_log_loss_sum, 0)
                FROM ratings WHERE agent_name IS NOT NULL""", row -> {
            Sums due = totals.remove(row.text(1));
            compare(
                    "totals of " + row.text(1),
                    row.text(1),
                    new Sums(row.number(2), row.number(3), row.real(4), row.real(5)),
                    due == null ? Sums.NONE : due);
        });
        tx.each("""
                SELECT agent_name, domain, COALESCE(total_predictions, 0), COALESCE(total_correct, 0),
                    COALESCE(brier_sum, 0), COALESCE(log_loss_sum, 0)
                FROM domain_calibration""", row -> {
            Sums due = domains.remove(row.text(2) + "\n" + row.text(1));
            compare(
                    "totals of " + row.text(1) + " in " + row.text(2),
                    row.text(1),
                    new Sums(row.number(3), row.number(4), row.real(5), row.real(6)),
                    due == null ? Sums.NONE : due);
        });
        tx.each("SELECT agent_name, domain, bucket, n, confidence_sum, correct FROM calibration_buckets", row -> {
            String key = row.number(3) + "\n" + row.text(2) + "\n" + row.text(1);
            BucketSums due = buckets.remove(key);
            BucketSums stored = new BucketSums(row.number(4), row.real(5), row.number(6));
            if (due == null
                    || stored.n() != due.n()
                    || stored.correct() != due.correct()
                    || Math.abs(stored.confidence() - due.confidence()) > TOLERANCE) {
                violations.add("bucket " + row.number(3) + " of " + row.text(1) + " in " + row.text(2) + " is " + stored
                        + ", and its predictions make it " + due);
            }
        });
        totals.keySet().forEach(agent -> violations.add("resolved predictions of " + agent + ", who has no rating"));
        domains.keySet().forEach(key -> violations.add("no totals in domain and of agent " + key.replace('\n', ' ')));
        buckets.keySet()
                .forEach(key -> violations.add("no bucket for number, domain and agent " + key.replace('\n', ' ')));
        return violations.subList(0, Math.min(most, violations.size()));
    }

    /** In the order in which they were resolved as far as it is known, so that sums are rounded alike. */
    private void score() {
        tx.each("""
                SELECT p.predictor_agent, COALESCE(p.domain, 'general'), p.confidence, p.outcome, p.tournament_id,
                    CASE WHEN e.tournament_id IS NULL OR e.void <> 0 OR
                        p.outcome <> (CASE WHEN p.predicted_winner = e.winner THEN 1 ELSE 0 END) THEN 1 ELSE 0 END
                FROM calibration_predictions p LEFT JOIN prediction_events e ON e.tournament_id = p.tournament_id
                WHERE p.outcome IS NOT NULL AND p.simulated = 0 ORDER BY p.id""", row -> {
            String agent = row.text(1);
            String domain = row.text(2);
            if (row.number(6) != 0) {
                violations.add("outcome of event " + row.text(5) + " for " + agent + " is not that of the event");
            }
            Forecast forecast = new Forecast(row.real(3), row.number(4) != 0);
            totals.merge(agent, Sums.NONE.plus(forecast), (sums, one) -> sums.plus(forecast));
            domains.merge(domain + "\n" + agent, Sums.NONE.plus(forecast), (sums, one) -> sums.plus(forecast));
            buckets.merge(
                    forecast.bucket() + "\n" + domain + "\n" + agent,
                    BucketSums.NONE.plus(forecast),
                    (sums, one) -> sums.plus(forecast));
        });
    }

    private void compare(String what, String agent, Sums stored, Sums due) {
        boolean atLeast = stored.n() >= due.n()
                && stored.correct() >= due.correct()
                && stored.brier() >= due.brier() - TOLERANCE
                && stored.logLoss() >= due.logLoss() - TOLERANCE;
        boolean atMost = stored.n() <= due.n()
                && stored.correct() <= due.correct()
                && stored.brier() <= due.brier() + TOLERANCE
                && stored.logLoss() <= due.logLoss() + TOLERANCE;
        if (!atLeast || (!atMost && !imported.contains(agent))) {
            violations.add(what + " are " + stored + ", and the predictions make them " + due);
        }
    }
}
