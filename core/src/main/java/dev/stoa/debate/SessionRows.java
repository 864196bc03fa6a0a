package dev.stoa.debate;

import dev.stoa.storage.Tx;
import java.util.List;

/** Reads every row of a session within a transaction, each kind in its order. Stateless. */
final class SessionRows {
    private SessionRows() {}

    static List<DebateTurn> turns(Tx tx, String session) {
        return tx.list(
                "SELECT " + DebateTurn.COLUMNS + " FROM debate_turns WHERE session_id = ? ORDER BY turn_seq",
                DebateTurn::of,
                session);
    }

    static List<DebateEvent> events(Tx tx, String session) {
        return tx.list(
                "SELECT " + DebateEvent.COLUMNS + " FROM debate_events WHERE session_id = ? ORDER BY seq",
                DebateEvent::of,
                session);
    }

    static List<CheckRow> checks(Tx tx, String session) {
        return tx.list(
                "SELECT " + CheckRow.COLUMNS + " FROM debate_checks WHERE session_id = ? ORDER BY turn_seq",
                CheckRow::of,
                session);
    }

    static List<BallotRow> ballots(Tx tx, String session) {
        return tx.list(
                "SELECT " + BallotRow.COLUMNS + " FROM debate_ballots WHERE session_id = ?", BallotRow::of, session);
    }

    static List<FlipRow> flips(Tx tx, String session) {
        return tx.list("SELECT " + FlipRow.COLUMNS + " FROM debate_flips WHERE session_id = ?", FlipRow::of, session);
    }

    static List<GateRow> gates(Tx tx, String session) {
        return tx.list(
                "SELECT " + GateRow.COLUMNS + " FROM debate_gates WHERE session_id = ? ORDER BY round, attempt",
                GateRow::of,
                session);
    }
}
