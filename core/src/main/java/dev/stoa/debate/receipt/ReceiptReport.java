package dev.stoa.debate.receipt;

import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.debate.proof.ReplayReport.Mismatch;
import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a receipt holds. Immutable.
 *
 * @param archive {@code agrees}, {@code differs}, {@code unknown} if it has no such session, or {@code unasked}
 * @param replay what replaying the session found, null where there was none to replay
 * @param mismatches in the receipt, by turn where one is meant, else 0
 */
public record ReceiptReport(
        @Nullable String sessionId,
        long events,
        int turns,
        String archive,
        @Nullable ReplayReport replay,
        @Nullable String outcomeSha256,
        List<Mismatch> mismatches) {
    /** Everything that is looked at in the receipt itself, in the order of the report. */
    static final List<String> CHECKS = List.of("receipt", "config", "outcome", "turns", "ballots");

    public ReceiptReport {
        mismatches = List.copyOf(mismatches);
    }

    /** Whether nothing is wrong, neither with the receipt nor with the record it is of. */
    public boolean ok() {
        return mismatches.isEmpty() && (replay == null || replay.ok());
    }

    /** The report as it is shown. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> map =
                new LinkedHashMap<>(Json.object("ok", ok(), "session_id", sessionId, "events", events, "turns", turns));
        for (String check : CHECKS) {
            boolean bad = mismatches.stream().anyMatch(found -> found.check().equals(check));
            map.put(check, bad ? "bad" : "ok");
        }
        map.put("archive", archive);
        map.put("outcome_sha256", outcomeSha256);
        map.put("mismatches", mismatches.stream().map(Mismatch::document).toList());
        map.put("replay", replay == null ? null : replay.document());
        return map;
    }
}
