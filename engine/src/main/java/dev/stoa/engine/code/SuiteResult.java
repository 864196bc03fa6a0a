package dev.stoa.engine.code;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the tests of a suite ended on one version, in the order in which they were given. Immutable.
 *
 * @param output the beginning of what the candidate printed
 */
public record SuiteResult(List<TestResult> results, CodeMetrics metrics, Isolation isolation, String output) {
    public SuiteResult {
        results = List.copyOf(results);
    }

    public int passed() {
        return (int) results.stream().filter(TestResult::passed).count();
    }

    /** The share of those that could be tested which passed, to 4 places; null if none could. */
    public @Nullable Double passRate() {
        long ran = results.stream().filter(result -> result.status().ran()).count();
        return ran == 0
                ? null
                : BigDecimal.valueOf(passed())
                        .divide(BigDecimal.valueOf(ran), 4, RoundingMode.HALF_UP)
                        .doubleValue();
    }

    /** The quality of the version by this suite; null if no test was run. */
    public @Nullable Double quality() {
        return CodeMetrics.quality(passRate(), metrics.compileWarnings(), metrics.maxDecisions());
    }
}
