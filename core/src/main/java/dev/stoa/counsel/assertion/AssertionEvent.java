package dev.stoa.counsel.assertion;

import org.jspecify.annotations.Nullable;

/** What an assertion said of an answer, as it was stored. Immutable. */
public record AssertionEvent(
        String specialist,
        String name,
        AssertionLevel level,
        boolean passed,
        double bonusApplied,
        int retriesUsed,
        @Nullable String message) {}
