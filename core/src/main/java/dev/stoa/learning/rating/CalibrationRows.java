package dev.stoa.learning.rating;

import dev.stoa.base.Simulated;
import dev.stoa.learning.rating.Calibration.BucketSums;
import dev.stoa.learning.rating.Calibration.Sums;
import dev.stoa.storage.Row;
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
            SELECT COALESCE(calibration_total, 0), COALESCE(calibration_correct, 0),
                COALESCE(calibration_brier_sum, 0), COALESCE(calibration_log_loss_sum, 0)
            FROM ratings WHERE agent_name = ?""";

    private static final String DOMAIN_TOTALS = """
            SELECT COALESCE(total_predictions, 0), COALESCE(total_correct, 0), COALESCE(brier_sum, 0),
                COALESCE(log_loss_sum, 0)
            FROM domain_calibration WHERE agent_name = ? AND domain = ?""";

    private static final String BUCKETS = """
            SELECT bucket, sum(n), sum(confidence_sum), sum(correct) FROM calibration_buckets
            WHERE agent_name = ? GROUP BY bucket""";

    private static final String DOMAIN_BUCKETS = """
            SELECT bucket, n, confidence_sum, correct FROM calibration_buckets
            WHERE agent_name = ? AND domain = ?""";

    private CalibrationRows() {}

    /** The calibration of an agent, which need not be known; looked at later, as {@link Tx#ask} does. */
    static Supplier<Calibration> ask(Tx tx, String agent, @Nullable String domain, Simulated simulated) {
        @Nullable Object[] params = domain == null ? Tx.values(agent) : Tx.values(agent, domain);
        boolean real = simulated.admits(false);
        Supplier<List<Bucket>> counted =
                real ? tx.ask(domain == null ? BUCKETS : DOMAIN_BUCKETS, CalibrationRows::bucket, params) : List::of;
        Supplier<List<Sums>> totals =
                real ? tx.ask(domain == null ? TOTALS : DOMAIN_TOTALS, CalibrationRows::sums, params) : List::of;
        return () -> {
            List<BucketSums> buckets = inOrder(counted.get());
            Sums sums = totals.get().stream().findFirst().orElse(Sums.NONE);
            if (simulated.admits(true)) {
                for (Forecast forecast : simulated(tx, agent, domain)) {
                    sums = sums.plus(forecast);
                    buckets.set(
                            forecast.bucket(), buckets.get(forecast.bucket()).plus(forecast));
                }
            }
            return Calibration.of(agent, domain, sums, buckets);
        };
    }

    /** The real calibrations of several agents, which need not be known, in two statements however many they are. */
    static Map<String, Calibration> all(Tx tx, List<String> agents, @Nullable String domain) {
        String of = " WHERE agent_name IN (" + Tx.marks(agents.size()) + ")";
        List<@Nullable Object> named = new ArrayList<>(agents);
        if (domain != null) {
            named.add(domain);
        }
        @Nullable Object[] params = named.toArray();
        // Both are asked for before the first answer, so that they go in one message.
        Supplier<List<Of<Bucket>>> counted = tx.ask(
                domain == null
                        ? "SELECT bucket, sum(n), sum(confidence_sum), sum(correct), agent_name FROM calibration_buckets"
                                + of + " GROUP BY agent_name, bucket"
                        : "SELECT bucket, n, confidence_sum, correct, agent_name FROM calibration_buckets" + of
                                + " AND domain = ?",
                row -> new Of<>(row.text(5), bucket(row)),
                params);
        Supplier<List<Of<Sums>>> totals = tx.ask(
                domain == null
                        ? "SELECT COALESCE(calibration_total, 0), COALESCE(calibration_correct, 0),"
                                + " COALESCE(calibration_brier_sum, 0), COALESCE(calibration_log_loss_sum, 0), agent_name"
                                + " FROM ratings" + of
                        : "SELECT COALESCE(total_predictions, 0), COALESCE(total_correct, 0), COALESCE(brier_sum, 0),"
                                + " COALESCE(log_loss_sum, 0), agent_name FROM domain_calibration" + of
                                + " AND domain = ?",
                row -> new Of<>(row.text(5), sums(row)),
                params);
        Map<String, List<Bucket>> buckets = new HashMap<>();
        counted.get()
                .forEach(found -> buckets.computeIfAbsent(found.agent(), agent -> new ArrayList<>())
                        .add(found.value()));
        Map<String, Sums> sums = new HashMap<>();
        totals.get().forEach(found -> sums.put(found.agent(), found.value()));
        Map<String, Calibration> calibrations = new HashMap<>();
        for (String agent : agents) {
            calibrations.put(
                    agent,
                    Calibration.of(
                            agent,
                            domain,
                            sums.getOrDefault(agent, Sums.NONE),
                            inOrder(buckets.getOrDefault(agent, List.of()))));
        }
        return calibrations;
    }

    private record Of<T>(String agent, T value) {}

    private record Bucket(int number, BucketSums sums) {}

    private static Bucket bucket(Row row) {
        return new Bucket(row.integer(1), new BucketSums(row.number(2), row.real(3), row.number(4)));
    }

    private static List<BucketSums> inOrder(List<Bucket> found) {
        List<BucketSums> buckets = new ArrayList<>(Collections.nCopies(Forecast.BUCKETS, BucketSums.NONE));
        found.forEach(bucket -> buckets.set(bucket.number(), bucket.sums()));
        return buckets;
    }

    /** What no sums are kept of: it is added up when it is asked for. */
    private static List<Forecast> simulated(Tx tx, String agent, @Nullable String domain) {
        return tx.list(
                "SELECT confidence, outcome FROM calibration_predictions"
                        + " WHERE simulated = 1 AND predictor_agent = ? AND outcome IS NOT NULL"
                        + (domain == null ? "" : " AND COALESCE(domain, 'general') = ?") + " ORDER BY id",
                row -> new Forecast(row.real(1), row.number(2) != 0),
                domain == null ? Tx.values(agent) : Tx.values(agent, domain));
    }

    private static Sums sums(Row row) {
        return new Sums(row.number(1), row.number(2), row.real(3), row.real(4));
    }
}
