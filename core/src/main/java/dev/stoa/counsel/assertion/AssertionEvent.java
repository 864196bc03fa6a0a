package dev.stoa.counsel.assertion;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an assertion said of an answer, as it was stored. Immutable.
 *
 * @param violated the ids of the corrections that the answer contradicts
 */
public record AssertionEvent(
        String specialist,
        String name,
        AssertionLevel level,
        boolean passed,
        double bonusApplied,
        int retriesUsed,
        @Nullable String message,
        List<String> violated) {
    public AssertionEvent {
        violated = List.copyOf(violated);
    }
}
