package dev.stoa.engine.counsel;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is sent to a specialist. Immutable.
 *
 * @param context what it was built from
 */
record Prompt(String specialist, String system, String body, Map<String, @Nullable Object> context) {
    /** The messages as they are sent. */
    Map<String, @Nullable Object> document() {
        return Json.object(
                "specialist",
                specialist,
                "messages",
                List.of(
                        Json.object("role", "system", "content", system),
                        Json.object("role", "user", "content", body)));
    }
}
