package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.HASHED;
import static dev.stoa.debate.session.Columns.Proof.REPLAYED;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened in a session. Immutable.
 *
 * @param seq its number in the session, from 1
 * @param prevHash the hash of the event before it
 */
public record DebateEvent(
        String sessionId,
        long seq,
        String kind,
        Map<String, @Nullable Object> data,
        Instant at,
        String prevHash,
        String hash) {
    /** Every kind that there is. */
    public static final List<String> KINDS = List.of(
            "debate_created",
            "debate_started",
            "runner_changed",
            "context_attached",
            "phase_started",
            "phase_skipped",
            "plan_made",
            "calls_planned",
            "turn_stored",
            "positions_measured",
            "checks_run",
            "tally_made",
            "phase_completed",
            "round_completed",
            "gate_opened",
            "gate_overdue",
            "gate_decided",
            "deadline_reached",
            "budget_reached",
            "debate_completed",
            "debate_failed",
            "debate_cancelled",
            "debate_graded");

    public static final Columns<DebateEvent> COLUMNS = Columns.of(DebateEvent.class, "debate_events")
            .add(HASHED, "session_id", "seq", "kind", "data", "at")
            .add(REPLAYED, "prev_hash", "hash")
            .declared();

    /** The event that follows the one with the given hash. */
    static DebateEvent after(
            String before,
            String session,
            long seq,
            String kind,
            Map<String, ? extends @Nullable Object> said,
            Instant at) {
        Map<String, @Nullable Object> data = Json.kept(said);
        return new DebateEvent(
                session, seq, kind, data, at, before, EventChain.next(before, session, seq, kind, data, at));
    }

    /** The event as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
