package dev.stoa.debate.proof;

import dev.stoa.debate.session.CheckRow;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.GateRow;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Tx;

/** Finds the first event of a session whose own row, or whose turn or checks, cannot be read. Stateless. */
final class CorruptEventFinder {
    private CorruptEventFinder() {}

    /** The number of that event; 1 if only the session itself is damaged. */
    static long first(Tx tx, String session) {
        for (long seq : tx.list(
                "SELECT seq FROM debate_events WHERE session_id = ? ORDER BY seq", row -> row.number(1), session)) {
            try {
                read(tx, session, seq);
            } catch (RuntimeException e) {
                Replay.damage(e);
                return seq;
            }
        }
        return 1;
    }

    private static void read(Tx tx, String session, long seq) {
        DebateEvent event = DebateEvent.COLUMNS
                .one(tx, "WHERE session_id = ? AND seq = ?", session, seq)
                .orElseThrow();
        JsonFields data = JsonFields.of(event.data());
        switch (event.kind()) {
            case "turn_stored" ->
                DebateTurn.COLUMNS.list(tx, "WHERE session_id = ? AND turn_seq = ?", session, data.whole("turn_seq"));
            case "checks_run" ->
                data.objects("checks")
                        .forEach(check -> CheckRow.COLUMNS.list(
                                tx, "WHERE session_id = ? AND turn_seq = ?", session, check.whole("turn_seq")));
            case "gate_opened" -> GateRow.COLUMNS.list(tx, "WHERE id = ?", data.text("gate"));
            default -> {
                // Nothing else is read before the first event is heard.
            }
        }
    }
}
