package dev.stoa.engine.code;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What held a child process in when it ran. Immutable.
 *
 * @param network {@code none} if it was cut off, else {@code open}
 * @param memory the bound in words, or {@code open}
 * @param cpu the bound in words
 */
public record Isolation(String network, String memory, String cpu) {
    /** The isolation as it is stored. */
    public Map<String, @Nullable Object> document() {
        return Json.object("network", network, "memory", memory, "cpu", cpu);
    }
}
