package dev.stoa.learning.critique;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a cleanup of the critique archive took away, or would. Immutable.
 *
 * @param patterns moved to the archive of patterns; the rest is deleted
 */
public record CleanedCritiques(long patterns, long critiques, long debates, long proposals, boolean dryRun) {
    /** The counts as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "patterns_archived", patterns,
                "critiques", critiques,
                "debates", debates,
                "proposals", proposals,
                "dry_run", dryRun);
    }
}
