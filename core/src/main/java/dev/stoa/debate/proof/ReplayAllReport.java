package dev.stoa.debate.proof;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether all records of an archive prove themselves. Immutable.
 *
 * @param bad the reports on those that do not
 * @param register whether the register of sessions holds and none of them is missing
 */
public record ReplayAllReport(int sessions, long events, long turns, List<ReplayReport> bad, RegisterReport register) {
    public ReplayAllReport {
        bad = List.copyOf(bad);
    }

    public boolean ok() {
        return bad.isEmpty() && register.ok();
    }

    /** The report as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "ok",
                ok(),
                "sessions",
                sessions,
                "events",
                events,
                "turns",
                turns,
                "bad",
                bad.stream().map(ReplayReport::document).toList(),
                "register",
                register.document());
    }
}
