package dev.stoa.engine.learn;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run of the learning loop did. Immutable.
 *
 * @param applied rows that it applied
 * @param pending rows that it is still to apply; those that another program applies are not counted
 * @param dead rows that were given up
 */
public record Learnt(long applied, long pending, long dead) {
    /** The object that is shown of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object("applied", applied, "pending", pending, "dead", dead);
    }
}
