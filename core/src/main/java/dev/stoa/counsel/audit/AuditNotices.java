package dev.stoa.counsel.audit;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What about the log is worth knowing at every check. Stateless. Each look-up uses the index of event keys. */
public final class AuditNotices {
    /** How the key of the first of two entries about one act begins. */
    static final String BEGIN = "begin:";

    /** How the key of the second begins. */
    static final String END = "end:";

    private AuditNotices() {}

    /**
     * What an examination says about the log.
     *
     * @param most how many sentences at most
     */
    public static List<String> sentences(Tx tx, int most) {
        List<String> all = new ArrayList<>();
        refusal(tx).ifPresent(why -> all.add("no checkpoint of the audit log is signed: " + why + "; verify the log"));
        all.addAll(tx.list(
                """
                SELECT b.seq, b.event_type FROM audit_log b
                WHERE b.event_key >= 'begin:' AND b.event_key < 'begin;'
                    AND NOT EXISTS (SELECT 1 FROM audit_log e WHERE e.event_key = 'end:' || substr(b.event_key, 7))
                ORDER BY b.seq LIMIT ?""",
                row -> "entry " + row.number(1) + " of the audit log says that " + row.text(2)
                        + " began, and none that it ended; it is still running, or its process died: look whether it"
                        + " was done, and do it again if not",
                most));
        return all.stream().limit(most).toList();
    }

    /** Why no checkpoint is signed at present. */
    static Optional<String> refusal(Tx tx) {
        return tx.one("""
                SELECT details FROM audit_log
                WHERE event_key >= 'checkpoint_refused:' AND event_key < 'checkpoint_refused;'
                    AND seq > (SELECT COALESCE(MAX(size), 0) FROM audit_checkpoints)
                ORDER BY seq DESC LIMIT 1""", row -> reason(String.valueOf(row.textOrNull(1))));
    }

    private static String reason(String details) {
        try {
            return String.valueOf(Json.parseObject(details).get("reason"));
        } catch (StoaException e) {
            return "its reason was erased";
        }
    }
}
