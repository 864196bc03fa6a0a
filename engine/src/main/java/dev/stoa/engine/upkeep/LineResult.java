package dev.stoa.engine.upkeep;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of one of many lines. Immutable. */
public sealed interface LineResult {
    /** Its number, from 1. */
    long line();

    /** The result as JSON: {@code created}, {@code known} or {@code refused}. */
    Map<String, @Nullable Object> document();

    /**
     * It is written, or was there already.
     *
     * @param id of the row; null if it has none of its own
     */
    record Written(long line, boolean created, @Nullable String id) implements LineResult {
        @Override
        public Map<String, @Nullable Object> document() {
            return Json.object("line", line, "status", created ? "created" : "known", "id", id);
        }
    }

    /** It was not taken. */
    record Refused(long line, StoaException error) implements LineResult {
        @Override
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "line",
                    line,
                    "status",
                    "refused",
                    "error",
                    Json.object(
                            "code",
                            error.code(),
                            "message",
                            error.getMessage(),
                            "hint",
                            error.hint().orElse(null)));
        }
    }
}
