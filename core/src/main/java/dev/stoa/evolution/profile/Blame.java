package dev.stoa.evolution.profile;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a line of a strategy or a parameter comes from: the oldest ancestor in the unbroken chain that has it.
 * Immutable.
 *
 * @param line the number of the line, from 1 on; null for a parameter
 * @param path the path of the parameter; null for a line
 * @param value the line or the value
 * @param profileId who had it first
 * @param generation the generation that made that profile
 * @param verdict what was decided about that profile
 */
public record Blame(
        @Nullable Integer line,
        @Nullable String path,
        @Nullable Object value,
        String profileId,
        long seq,
        @Nullable Long generation,
        @Nullable ProfileVerdict verdict) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "line", line,
                "path", path,
                "value", value,
                "profile_id", profileId,
                "seq", seq,
                "generation", generation,
                "verdict", verdict == null ? null : verdict.document());
    }
}
