package dev.stoa.counsel.correction;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the daily upkeep of corrections did. Immutable.
 *
 * @param decayed how many stored confidences were brought up to date
 * @param expired how many proposals were retired because no person confirmed them
 */
public record CorrectionUpkeep(int decayed, int expired) {
    /** The counts as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("decayed", decayed, "expired", expired);
    }
}
