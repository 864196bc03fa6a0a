package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a consolidation did, or would do. Immutable.
 *
 * @param embedded memories that got the vector they lacked
 * @param tuned whether parameters were changed by rule
 */
public record ConsolidationResult(int embedded, int promoted, int demoted, CleanupResult cleaned, boolean tuned) {
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "embedded",
                embedded,
                "promoted",
                promoted,
                "demoted",
                demoted,
                "expired",
                cleaned.expired(),
                "evicted",
                cleaned.evicted(),
                "overflowed",
                cleaned.overflowed(),
                "tuned",
                tuned,
                "dry_run",
                cleaned.dryRun());
    }
}
