package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an outcome led to. Immutable.
 *
 * @param applied false if an outcome of the same key was applied before
 * @param surpriseBefore null if this outcome was not applied now
 */
public record OutcomeResult(
        Memory memory,
        boolean applied,
        double observed,
        @Nullable Double surpriseBefore,
        double surpriseAfter,
        @Nullable Move moved) {

    /** A move from one tier to another. */
    public record Move(MemoryTier from, MemoryTier to, String reason) {
        public Map<String, @Nullable Object> document() {
            return Json.object("from", from.text(), "to", to.text(), "reason", reason);
        }
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "memory", memory.document(),
                "applied", applied,
                "observed", observed,
                "surprise_before", surpriseBefore,
                "surprise_after", surpriseAfter,
                "moved", moved == null ? null : moved.document());
    }
}
