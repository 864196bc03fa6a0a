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

    /** The share that passed, to 4 places; null if no test was run. */
    public @Nullable Double passRate() {
        boolean none = results.stream().allMatch(result -> result.status() == TestStatus.NOT_RUN);
        return none
                ? null
                : BigDecimal.valueOf(passed())
                        .divide(BigDecimal.valueOf(results.size()), 4, RoundingMode.HALF_UP)
                        .doubleValue();
    }

    /** The quality of the version by this suite; null if no test was run. */
    public @Nullable Double quality() {
        return CodeMetrics.quality(passRate(), metrics.compileWarnings(), metrics.maxDecisions());
    }
}
