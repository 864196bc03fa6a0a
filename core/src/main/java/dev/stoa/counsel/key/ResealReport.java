package dev.stoa.counsel.key;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was sealed under the newest key. Immutable.
 *
 * @param sealed how many rows of each table
 * @param broken how many rows did not open under the key they name; they are left as they are
 * @param cleaned whether nothing of the plain text is left in the files of the archive
 */
public record ResealReport(Map<String, Long> sealed, long broken, boolean cleaned) {
    public ResealReport {
        sealed = Map.copyOf(sealed);
    }

    /** The report as JSON. */
    public Map<String, @Nullable Object> toJson() {
        return Json.object("sealed", sealed, "broken", broken, "cleaned", cleaned);
    }

    /** All rows together. */
    public long rows() {
        return sealed.values().stream().mapToLong(Long::longValue).sum();
    }
}
