package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a check found. Immutable.
 *
 * @param message what is wrong and how to do better, for the model that is asked again; null if it passed
 * @param violated the ids of the corrections that the answer contradicts
 */
public record CheckResult(boolean passed, @Nullable String message, List<String> violated) {
    private static final CheckResult PASSED = new CheckResult(true, null, List.of());

    public CheckResult {
        violated = List.copyOf(violated);
    }

    /** The answer is well. */
    public static CheckResult ok() {
        return PASSED;
    }

    /** The answer fails. */
    public static CheckResult failed(String message) {
        return new CheckResult(false, Bounds.given("message", message), List.of());
    }

    /** The answer passes or fails. */
    static CheckResult of(boolean passed, String message) {
        return passed ? PASSED : failed(message);
    }
}
