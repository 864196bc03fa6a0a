package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What recording a match led to. Immutable.
 *
 * @param duplicate whether it was on record already, so that nothing changed
 */
public record RecordedMatch(Match match, boolean duplicate) {
    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object("match", match.document(), "duplicate", duplicate);
    }
}
