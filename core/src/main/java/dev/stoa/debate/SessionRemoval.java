package dev.stoa.debate;

import dev.stoa.debate.session.LessonSink;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes sessions out of the archive, and prompts out of sessions. Stateless; a part of its caller's transaction. */
final class SessionRemoval {
    static final int PORTION = 100;
    static final int PROMPTS = 1_000;

    private static final String OLD_SQLITE = """
            FROM debate_sessions s WHERE s.status IN ('completed', 'failed', 'cancelled') AND s.completed_at < ?
                AND NOT EXISTS (SELECT 1 FROM debate_outbox o WHERE o.session_id = s.id AND o.status = 'pending')
                AND COALESCE(json_extract(s.metadata, '$.keep'), 0) NOT IN (1, 'true')""";

    private static final String OLD_POSTGRES = """
            FROM debate_sessions s WHERE s.status IN ('completed', 'failed', 'cancelled') AND s.completed_at < ?
                AND NOT EXISTS (SELECT 1 FROM debate_outbox o WHERE o.session_id = s.id AND o.status = 'pending')
                AND COALESCE(s.metadata ->> 'keep', '') <> 'true'""";

    private SessionRemoval() {}

    static Tombstone remove(Tx tx, LessonSink lessons, String session, @Nullable String reason, Instant now) {
        Tombstone tombstone = tx.one(
                        "SELECT id, debate_id, chain_head FROM debate_sessions WHERE id = ?",
                        row -> new Tombstone(row.text(1), row.text(2), row.textOrNull(3), now, reason),
                        session)
                .orElseThrow();
        tx.update("""
                INSERT INTO debate_tombstones (session_id, debate_id, chain_head, deleted_at, reason)
                VALUES (?, ?, ?, ?, ?)""", tombstone.sessionId(), tombstone.debateId(), tombstone.chainHead(), now, reason);
        lessons.forget(tx, session);
        TopicIndex.remove(tx, session);
        tx.update("DELETE FROM debate_sessions WHERE id = ?", session);
        tombstone.enter(tx);
        return tombstone;
    }

    static long count(Tx tx, Instant before) {
        return tx.number("SELECT count(*) " + tx.dialect().pick(OLD_SQLITE, OLD_POSTGRES), before);
    }

    /** Removes at most a hundred old sessions and tells how many. */
    static int portion(Tx tx, LessonSink lessons, Instant before, Instant now) {
        List<String> old = tx.list(
                "SELECT s.id " + tx.dialect().pick(OLD_SQLITE, OLD_POSTGRES) + " ORDER BY s.completed_at, s.id LIMIT "
                        + PORTION,
                row -> row.text(1),
                before);
        old.forEach(session -> remove(tx, lessons, session, "retention", now));
        return old.size();
    }

    /** Drops at most a thousand old prompts and tells how many. */
    static long droppable(Tx tx, Instant before) {
        return tx.number("SELECT count(*) FROM debate_turns WHERE prompt IS NOT NULL AND created_at < ?", before);
    }

    static int prompts(Tx tx, Instant before) {
        return tx.update("""
                UPDATE debate_turns SET prompt = NULL WHERE id IN (
                    SELECT id FROM debate_turns WHERE prompt IS NOT NULL AND created_at < ? ORDER BY created_at LIMIT ?)""", before, PROMPTS);
    }
}
