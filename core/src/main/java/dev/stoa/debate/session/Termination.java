package dev.stoa.debate.session;

import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a debate ends other than by its own outcome. Stateless; each ending is one part of its caller's transaction. */
public final class Termination {
    // The next epoch fences off a runner that does not know yet.
    private static final String END = """
            UPDATE debate_sessions SET status = ?, stop_reason = ?, error = ?, completed_at = ?, updated_at = ?,
                runner_epoch = runner_epoch + 1, lease_until = NULL
            WHERE id = ?""";

    private Termination() {}

    public static void fail(Tx tx, String session, StopReason reason, @Nullable String error, Instant now) {
        tx.update(END, "failed", reason.text(), error, now, now, session);
        EventLog.append(tx, session, "debate_failed", Json.object("stop_reason", reason.text(), "error", error), now);
        seal(tx, session, now);
    }

    public static void cancel(Tx tx, String session, String by, Instant now) {
        tx.update(
                "UPDATE debate_gates SET status = 'withdrawn', decided_at = ?, decided_by = ?"
                        + " WHERE session_id = ? AND status = 'pending'",
                now,
                by,
                session);
        tx.update(END, "cancelled", null, null, now, now, session);
        EventLog.append(tx, session, "debate_cancelled", Json.object("by", by), now);
        seal(tx, session, now);
    }

    /** Seals an ended debate after its last event: in the audit log, and in the register of sessions. */
    public static void seal(Tx tx, String session, Instant now) {
        audit(tx, session, now);
        Register.sealed(tx, session, now);
    }

    private static void audit(Tx tx, String session, Instant now) {
        tx.one(
                        "SELECT status, outcome_sha256, chain_head FROM debate_sessions WHERE id = ?",
                        row -> Json.object(
                                "session_id", session,
                                "status", row.text(1),
                                "outcome_sha256", row.textOrNull(2),
                                "chain_head", row.textOrNull(3)),
                        session)
                .ifPresent(payload -> Outbox.put(tx, session, "audit", "debate_completed:" + session, payload, now));
    }
}
