package dev.stoa.learning.memory;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a cleanup did, or would do. Immutable.
 *
 * @param expired memories archived because their time was over
 * @param evicted memories archived because their tier was full
 * @param overflowed memories moved to the slower tier because theirs was full
 */
public record CleanupResult(int expired, int evicted, int overflowed, boolean dryRun) {
    public Map<String, @Nullable Object> document() {
        return new ConsolidationResult(0, 0, 0, this, false).document();
    }

    CleanupResult plus(CleanupResult other) {
        return new CleanupResult(
                expired + other.expired,
                evicted + other.evicted,
                overflowed + other.overflowed,
                dryRun || other.dryRun);
    }

    int total() {
        return expired + evicted + overflowed;
    }
}
