package dev.stoa.debate.proof;

import dev.stoa.debate.proof.ReplayReport.Mismatch;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the register of sessions holds, and names all sessions that there are. Immutable.
 *
 * @param mismatches what does not hold; their numbers are those of entries
 */
public record RegisterReport(long entries, List<Mismatch> mismatches) {
    public RegisterReport {
        mismatches = List.copyOf(mismatches);
    }

    public boolean ok() {
        return mismatches.isEmpty();
    }

    /** The report as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "ok", ok(),
                "entries", entries,
                "mismatches", mismatches.stream().map(Mismatch::document).toList());
    }
}
