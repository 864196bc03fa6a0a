package dev.stoa.debate.proof;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether all records of an archive prove themselves. Immutable.
 *
 * @param bad the reports on those that do not
 */
public record ReplayAllReport(int sessions, long events, long turns, List<ReplayReport> bad) {
    public ReplayAllReport {
        bad = List.copyOf(bad);
    }

    public boolean ok() {
        return bad.isEmpty();
    }

    /** The report as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "ok", ok(),
                "sessions", sessions,
                "events", events,
                "turns", turns,
                "bad", bad.stream().map(ReplayReport::document).toList());
    }
}
