package dev.stoa.debate;

import dev.stoa.debate.rules.Stage;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Optional;

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

    /** The ballots of one count. */
    static List<BallotRow> ballots(Tx tx, String session, Stage stage, int round, int attempt) {
        return tx.list(
                "SELECT " + BallotRow.COLUMNS
                        + " FROM debate_ballots WHERE session_id = ? AND stage = ? AND round = ? AND attempt = ?",
                BallotRow::of,
                session,
                stage.text(),
                round,
                attempt);
    }

    static Optional<FlipRow> flip(Tx tx, String session, String agent, long toTurn) {
        return tx.one(
                "SELECT " + FlipRow.COLUMNS
                        + " FROM debate_flips WHERE session_id = ? AND agent_id = ? AND to_turn_seq = ?",
                FlipRow::of,
                session,
                agent,
                toTurn);
    }

    /** How many rows of a session a table has. */
    static long count(Tx tx, String table, String session) {
        return tx.number("SELECT count(*) FROM " + table + " WHERE session_id = ?", session);
    }

    static List<GateRow> gates(Tx tx, String session) {
        return tx.list(
                "SELECT " + GateRow.COLUMNS + " FROM debate_gates WHERE session_id = ? ORDER BY round, attempt",
                GateRow::of,
                session);
    }
}
