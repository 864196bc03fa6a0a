package dev.stoa.debate.session;

import dev.stoa.storage.Tx;
import java.util.List;

/** Reads every row of a session within a transaction, each kind in its order. Stateless. */
public final class SessionRows {
    private SessionRows() {}

    public static List<DebateTurn> turns(Tx tx, String session) {
        return DebateTurn.COLUMNS.list(tx, "WHERE session_id = ? ORDER BY turn_seq", session);
    }

    /** The turns from one number to another. */
    static List<DebateTurn> turns(Tx tx, String session, long first, long last) {
        return DebateTurn.COLUMNS.list(
                tx, "WHERE session_id = ? AND turn_seq BETWEEN ? AND ? ORDER BY turn_seq", session, first, last);
    }

    public static List<DebateEvent> events(Tx tx, String session) {
        return DebateEvent.COLUMNS.list(tx, "WHERE session_id = ? ORDER BY seq", session);
    }

    /** The events behind one of them. */
    public static List<DebateEvent> events(Tx tx, String session, long after) {
        return DebateEvent.COLUMNS.list(tx, "WHERE session_id = ? AND seq > ? ORDER BY seq", session, after);
    }

    public static List<CheckRow> checks(Tx tx, String session) {
        return CheckRow.COLUMNS.list(tx, "WHERE session_id = ? ORDER BY turn_seq", session);
    }

    /** The checks of the turns from one number to another. */
    static List<CheckRow> checks(Tx tx, String session, long first, long last) {
        return CheckRow.COLUMNS.list(
                tx, "WHERE session_id = ? AND turn_seq BETWEEN ? AND ? ORDER BY turn_seq", session, first, last);
    }

    public static List<BallotRow> ballots(Tx tx, String session) {
        return BallotRow.COLUMNS.list(tx, "WHERE session_id = ?", session);
    }

    public static List<FlipRow> flips(Tx tx, String session) {
        return FlipRow.COLUMNS.list(tx, "WHERE session_id = ?", session);
    }

    public static List<GateRow> gates(Tx tx, String session) {
        return GateRow.COLUMNS.list(tx, "WHERE session_id = ? ORDER BY round, attempt", session);
    }
}
