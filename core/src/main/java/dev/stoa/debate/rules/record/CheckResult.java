package dev.stoa.debate.rules.record;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What running something found about a turn. Immutable.
 *
 * @param checker {@code tests} or {@code check}
 * @param tests what each test said; none for a plain check
 * @param detail what else is worth keeping: isolation, exit status, the end of the output
 */
public record CheckResult(
        int turnSeq,
        String checker,
        CheckStatus status,
        List<TestVerdict> tests,
        Map<String, @Nullable Object> detail,
        long durationMs) {
    /** The checker that runs tests on code. */
    public static final String TESTS = "tests";

    /** The checker that gives an answer to a command. */
    public static final String CHECK = "check";

    public CheckResult {
        tests = List.copyOf(tests);
    }

    /** The same as the constructor, for other modules: the class file of a compact one loses what may be null. */
    public static CheckResult of(
            int turnSeq,
            String checker,
            CheckStatus status,
            List<TestVerdict> tests,
            Map<String, @Nullable Object> detail,
            long durationMs) {
        return new CheckResult(turnSeq, checker, status, tests, detail, durationMs);
    }

    /**
     * What one test said. Only {@code passed} is a pass; {@code timeout} and {@code not_run} are neither a pass nor a
     * failure, because they tell about the machine and not about the code.
     */
    public record TestVerdict(
            String name,
            String status,
            long durationMs,
            @Nullable String message) {
        public boolean passed() {
            return status.equals("passed");
        }

        /** Whether it could be tested at all. */
        public boolean ran() {
            return !status.equals("timeout") && !status.equals("not_run");
        }

        /** Whether it ran and did not pass. */
        public boolean failed() {
            return ran() && !passed();
        }

        /** Whether it never came to an assertion: that may be the fault of the code or of the test. */
        boolean broke() {
            return status.equals("error") || status.equals("compile_error") || status.equals("crashed");
        }
    }

    /** How many of the tests that a predicate picks have passed. */
    public int passed(Predicate<String> names) {
        return (int) tests.stream()
                .filter(test -> test.passed() && names.test(test.name()))
                .count();
    }
}
