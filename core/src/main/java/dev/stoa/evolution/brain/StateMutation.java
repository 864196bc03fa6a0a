package dev.stoa.evolution.brain;

import dev.stoa.base.TextEnum;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One change of the public state. Immutable.
 *
 * @param action whether a value is changed or made
 * @param path where, segments joined by dots
 * @param value what it becomes, as plain JSON
 */
public record StateMutation(
        Action action, String path, @Nullable Object value) {
    /** What a mutation does. */
    public enum Action implements TextEnum {
        /** Changes a value that is there and keeps its type. */
        MODIFY,
        /** Makes a value that is not there. */
        ADD
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("action", action.text(), "path", path, "value", value);
    }
}
