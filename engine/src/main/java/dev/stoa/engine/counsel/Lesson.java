package dev.stoa.engine.counsel;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A correction that stood in a prompt. Immutable.
 *
 * @param rejected what it says is wrong; empty if nothing
 * @param include what it was ranked by; null if that is no longer known
 */
record Lesson(
        String id,
        String subject,
        String claim,
        String rejected,
        @Nullable Double include) {
    Map<String, @Nullable Object> document() {
        return Json.object("id", id, "subject", subject, "claim", claim, "include", include);
    }
}
