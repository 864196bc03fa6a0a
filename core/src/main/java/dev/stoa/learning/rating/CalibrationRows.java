package dev.stoa.learning.rating;

import dev.stoa.base.Simulated;
import dev.stoa.learning.rating.Calibration.BucketSums;
import dev.stoa.learning.rating.Calibration.Sums;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The reading of calibration sums. Stateless. */
final class CalibrationRows {
    private static final String TOTALS = """
            SELECT agent_name, COALESCE(calibration_total, 0), COALESCE(calibration_correct, 0),
                COALESCE(calibration_brier_sum, 0), COALESCE(calibration_log_loss_sum, 0)
            FROM ratings""";

    private static final String DOMAIN_TOTALS = """
            SELECT agent_name, COALESCE(total_predictions, 0), COALESCE(total_correct, 0), COALESCE(brier_sum, 0),
                COALESCE(log_loss_sum, 0)
            FROM domain_calibration""";

    private static final String BUCKETS =
            "SELECT agent_name, bucket, sum(n), sum(confidence_sum), sum(correct) FROM calibration_buckets";

    private CalibrationRows() {}

    /** The calibration of an agent, which need not be known. */
    static Calibration of(Tx tx, String agent, @Nullable String domain, Simulated simulated) {
        Kept kept = simulated.admits(false) ? kept(tx, List.of(agent), domain).get(agent) : null;
        Sums sums = kept == null ? Sums.NONE : kept.sums();
        List<BucketSums> buckets = kept == null ? none() : kept.buckets();
        if (simulated.admits(true)) {
            for (Forecast forecast : simulated(tx, agent, domain)) {
                sums = sums.plus(forecast);
                buckets.set(forecast.bucket(), buckets.get(forecast.bucket()).plus(forecast));
            }
        }
        return Calibration.of(agent, domain, sums, buckets);
    }

    /** The real calibrations of agents, which need not be known, by their names. */
    static Map<String, Calibration> of(Tx tx, List<String> agents, @Nullable String domain) {
        Map<String, Kept> kept = kept(tx, agents, domain);
        Map<String, Calibration> calibrations = new HashMap<>();
        for (String agent : agents) {
            Kept own = kept.getOrDefault(agent, new Kept(Sums.NONE, none()));
            calibrations.put(agent, Calibration.of(agent, domain, own.sums(), own.buckets()));
        }
        return calibrations;
    }

    /** What is kept of an agent: the sums of all its predictions, and those of each bucket. */
    private record Kept(Sums sums, List<BucketSums> buckets) {}

    private static List<BucketSums> none() {
        return new ArrayList<>(Collections.nCopies(Forecast.BUCKETS, BucketSums.NONE));
    }

    /** What is kept of agents, in two statements however many they are; who has none is not there. */
    private static Map<String, Kept> kept(Tx tx, List<String> agents, @Nullable String domain) {
        String named = " WHERE agent_name IN (" + Tx.marks(agents.size()) + ")";
        List<@Nullable Object> params = new ArrayList<>(agents);
        if (domain != null) {
            params.add(domain);
        }
        String of = domain == null ? named : named + " AND domain = ?";
        // Both are asked for before the first answer, so that they go in one message.
        Supplier<List<Map.Entry<String, Sums>>> totals = tx.ask(
                (domain == null ? TOTALS : DOMAIN_TOTALS) + of,
                row -> Map.entry(row.text(1), new Sums(row.number(2), row.number(3), row.real(4), row.real(5))),
                params.toArray());
        Supplier<List<Bucket>> counted = tx.ask(
                BUCKETS + of + " GROUP BY agent_name, bucket",
                row -> new Bucket(
                        row.text(1), row.integer(2), new BucketSums(row.number(3), row.real(4), row.number(5))),
                params.toArray());
        Map<String, Kept> kept = new HashMap<>();
        totals.get().forEach(total -> kept.put(total.getKey(), new Kept(total.getValue(), none())));
        for (Bucket bucket : counted.get()) {
            kept.computeIfAbsent(bucket.agent(), agent -> new Kept(Sums.NONE, none()))
                    .buckets()
                    .set(bucket.number(), bucket.sums());
        }
        return kept;
    }

    private record Bucket(String agent, int number, BucketSums sums) {}

    /** What no sums are kept of: it is added up when it is asked for. */
    private static List<Forecast> simulated(Tx tx, String agent, @Nullable String domain) {
        return tx.list(
                "SELECT confidence, outcome FROM calibration_predictions"
                        + " WHERE simulated = 1 AND predictor_agent = ? AND outcome IS NOT NULL"
                        + (domain == null ? "" : " AND COALESCE(domain, 'general') = ?") + " ORDER BY id",
                row -> new Forecast(row.real(1), row.number(2) != 0),
                domain == null ? Tx.values(agent) : Tx.values(agent, domain));
    }
}
