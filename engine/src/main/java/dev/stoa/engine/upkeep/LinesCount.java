package dev.stoa.engine.upkeep;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many lines came to what, so far. For one thread. */
public final class LinesCount {
    private long lines;
    private long created;
    private long known;
    private long last;

    /** Counts the results of a portion. */
    public void add(List<LineResult> results) {
        for (LineResult result : results) {
            lines++;
            last = Math.max(last, result.line());
            if (result instanceof LineResult.Written written) {
                created += written.created() ? 1 : 0;
                known += written.created() ? 0 : 1;
            }
        }
    }

    long created() {
        return created;
    }

    long known() {
        return known;
    }

    /** The number of the last line that was counted; 0 before the first. */
    public long last() {
        return last;
    }

    /** The counts as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("lines", lines, "created", created, "known", known, "refused", lines - created - known);
    }
}
