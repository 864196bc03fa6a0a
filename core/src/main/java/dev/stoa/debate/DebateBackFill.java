package dev.stoa.debate;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.session.Register;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.search.text.LessonIndex;
import dev.stoa.storage.Tx;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the rows of an older file what later versions add. Stateless; each part runs in its migration's transaction.
 * Sessions of then have no events: nobody wrote down what happened.
 */
final class DebateBackFill {
    private DebateBackFill() {}

    private record Text(String id, String text) {}

    private record Turn(String id, String session, long round, Phase phase, String agent) {}

    /** Where a turn stands: a seat that spoke twice in a phase did so in two steps. */
    private record Slot(String session, long round, Phase phase, String agent) {}

    /** Hashes the outcomes of completed sessions. */
    static void sessions(Tx tx) {
        for (Text outcome : texts(tx, """
                SELECT id, COALESCE(outcome, '{}') FROM debate_sessions
                WHERE status = 'completed' AND outcome_sha256 IS NULL""")) {
            tx.update(
                    "UPDATE debate_sessions SET outcome_sha256 = ? WHERE id = ?",
                    Json.sha256(Json.parse(outcome.text())),
                    outcome.id());
        }
    }

    /** Numbers the turns of each session in the order of the protocol. */
    static void turns(Tx tx) {
        // Sorting keeps the order of equals, which is that of the query.
        List<Turn> turns = tx.list(
                "SELECT id, session_id, round, phase, agent_id FROM debate_turns WHERE turn_seq IS NULL"
                        + " ORDER BY created_at, id",
                row -> new Turn(row.text(1), row.text(2), row.number(3), Phase.of(row.text(4)), row.text(5)));
        Map<String, Integer> counts = new HashMap<>();
        Map<Slot, Integer> steps = new HashMap<>();
        for (Turn turn : turns.stream()
                .sorted(Comparator.comparing(Turn::session)
                        .thenComparingLong(Turn::round)
                        .thenComparing(Turn::phase))
                .toList()) {
            tx.update(
                    "UPDATE debate_turns SET turn_seq = ?, phase_ordinal = ?, step = ? WHERE id = ?",
                    counts.merge(turn.session(), 1, Integer::sum),
                    turn.phase().number(),
                    steps.merge(new Slot(turn.session(), turn.round(), turn.phase(), turn.agent()), 1, Integer::sum),
                    turn.id());
        }
        counts.forEach((session, count) ->
                tx.update("UPDATE debate_sessions SET turn_count = ? WHERE id = ?", count, session));
    }

    /** Hashes the code of versions. */
    static void versions(Tx tx) {
        for (Text code : texts(tx, "SELECT id, code FROM code_versions WHERE code_sha256 IS NULL")) {
            tx.update("UPDATE code_versions SET code_sha256 = ? WHERE id = ?", Digest.sha256(code.text()), code.id());
        }
    }

    /** Enters sessions and tombstones in the register that are not there yet. */
    static void register(Tx tx) {
        List<Tombstone> missing = tx.list("""
                SELECT t.session_id, t.debate_id, t.chain_head, t.deleted_at, t.reason FROM debate_tombstones t
                WHERE NOT EXISTS (SELECT 1 FROM debate_register r WHERE r.session_id = t.session_id)
                ORDER BY t.deleted_at, t.session_id""", Tombstone::of);
        missing.forEach(tombstone -> tombstone.enter(tx));
        Register.fill(tx);
    }

    /** Installs what the text index of lessons needs. */
    static void lessons(Tx tx) {
        LessonIndex.TABLE.setUp(tx);
    }

    /** Fills the text indexes of lessons and questions from their rows. */
    static void reindex(Tx tx) {
        // The brackets and quotes of the stored list are no words, so its text is indexed as its tags are.
        LessonIndex.TABLE.rebuild(tx, "SELECT seq, title, problem, solution, CAST(tags AS text) FROM debate_lessons");
        TopicIndex.rebuild(tx);
    }

    private static List<Text> texts(Tx tx, String sql) {
        return tx.list(sql, row -> new Text(row.text(1), row.text(2)));
    }
}
