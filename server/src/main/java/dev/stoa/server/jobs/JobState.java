package dev.stoa.server.jobs;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a job of this server stands. Immutable.
 *
 * @param owner which server does it now, of a job that one does for all; null if none does, or each for itself
 * @param lastRun when it was last begun; null if never
 * @param nextRun when this server begins it next, or was to begin it if it is at work; null if any server may
 * @param lastError why it last failed; null if it did not, or was done since
 * @param failures how often it failed
 */
public record JobState(
        String name,
        @Nullable String owner,
        @Nullable Instant lastRun,
        @Nullable Instant nextRun,
        @Nullable String lastError,
        long failures) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "name", name,
                "owner", owner,
                "last_run", lastRun,
                "next_run", nextRun,
                "last_error", lastError,
                "failures", failures);
    }
}
