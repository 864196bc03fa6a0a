package dev.stoa.server.jobs;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a job of this server stands. Immutable.
 *
 * @param lastRun when it was last begun; null if never
 * @param lastError why it last failed; null if it did not, or was done since
 * @param failures how often it failed
 */
public record JobState(
        String name, @Nullable Instant lastRun, @Nullable String lastError, long failures) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("name", name, "last_run", lastRun, "last_error", lastError, "failures", failures);
    }
}
