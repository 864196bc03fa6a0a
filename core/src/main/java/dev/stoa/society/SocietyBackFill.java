package dev.stoa.society;

import dev.stoa.society.base.Constitutions;
import dev.stoa.society.base.ContentHash;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.ReservedAgents;
import dev.stoa.society.channel.Message;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.storage.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives the rows of an older archive what later versions expect of them. Stateless; each step may run again. Rows that
 * had no order get that of their times.
 */
final class SocietyBackFill {
    private SocietyBackFill() {}

    /** Reserved agents, constitutions, and the order of messages. */
    static void channels(Tx tx) {
        if (tx.number("SELECT count(*) FROM agents WHERE kind = 'system'") == 0) {
            SeedUpgrade.endEverything(tx);
        }
        SeedUpgrade.bookmarks(tx);
        reserve(tx, ReservedAgents.SYSTEM_ID, "system");
        reserve(tx, ReservedAgents.HUMAN_ID, "human");
        for (Pair agent : pairs(tx, "SELECT agent_id, constitution FROM agents WHERE constitution IS NOT NULL")) {
            Constitutions.keep(tx, String.valueOf(agent.value()));
        }
        number(tx);
        tx.update("""
                INSERT INTO channel_members (channel_id, agent_id, role, posted, joined_at)
                SELECT channel_id, agent_id, 'member', count(*), min(created_at) FROM messages
                WHERE true GROUP BY channel_id, agent_id
                ON CONFLICT (channel_id, agent_id) DO NOTHING""");
        tx.update("""
                UPDATE bookmarks SET last_seen_seq = COALESCE(
                    (SELECT seq FROM messages WHERE message_id = last_seen_id), 0)
                WHERE last_seen_seq = 0""");
    }

    private static void reserve(Tx tx, String id, String name) {
        String now = tx.dialect().pick("STRFTIME('%Y-%m-%dT%H:%M:%f', 'now')", "now()");
        tx.update(
                "INSERT INTO agents (agent_id, identity, model, kind, created_at) VALUES (?, ?, ?, ?, " + now
                        + ") ON CONFLICT (identity) DO NOTHING",
                id,
                name,
                name + ":",
                name);
        tx.update("UPDATE agents SET kind = ?, archived_at = NULL WHERE identity = ?", name, name);
    }

    private static void number(Tx tx) {
        Map<String, Long> last = new HashMap<>();
        Map<String, Long> written = new HashMap<>();
        record Message(String id, String channel, String agent) {}
        List<Message> messages = tx.list(
                "SELECT message_id, channel_id, agent_id FROM messages WHERE seq IS NULL ORDER BY created_at, "
                        + order(tx, "message_id"),
                row -> new Message(row.text(1), row.text(2), row.text(3)));
        tx.batch(
                "UPDATE messages SET seq = ?, author_seq = ? WHERE message_id = ?",
                messages,
                message -> Tx.values(
                        last.merge(message.channel(), 1L, Long::sum),
                        written.merge(message.channel() + " " + message.agent(), 1L, Long::sum),
                        message.id()));
        last.forEach((channel, seq) -> tx.update(
                "UPDATE channels SET last_seq = ?, activity_seq = ? WHERE channel_id = ?", seq, seq, channel));
    }

    /** Insertion order where the backend knows it. */
    static String order(Tx tx, String key) {
        return tx.dialect().pick("rowid", key + " COLLATE \"C\"");
    }

    /** Runs and tasks get their place in the one sequence. */
    static void tasks(Tx tx) {
        tx.update("UPDATE tasks SET error = 'imported' WHERE seq IS NULL AND status = 'killed' AND error IS NULL");
        sequence(tx, "sessions", "session_id", "started_at", FeedKind.RUN_STARTED);
        sequence(tx, "tasks", "task_id", "created_at", FeedKind.TASK_ADDED);
    }

    /** Notes and knowledge likewise; their texts are hashed, and pointers become lineage. */
    static void notes(Tx tx) {
        sequence(tx, "memories", "memory_id", "created_at", FeedKind.NOTE_ADDED);
        sequence(tx, "knowledge", "knowledge_id", "created_at", FeedKind.KNOWLEDGE_ADDED);
        hash(
                tx,
                "SELECT memory_id, topic, message FROM memories WHERE content_hash IS NULL",
                "UPDATE memories SET content_hash = ? WHERE memory_id = ?");
        hash(
                tx,
                "SELECT knowledge_id, domain, content FROM knowledge WHERE content_hash IS NULL",
                "UPDATE knowledge SET content_hash = ? WHERE knowledge_id = ?");
        SeedUpgrade.notes(tx);
        SeedUpgrade.knowledge(tx);
    }

    /** The text index of what is there. */
    static void index(Tx tx) {
        SearchIndex.setUp(tx);
        tx.update("DELETE FROM search_docs");
        tx.update(tx.dialect()
                .pick(
                        "DELETE FROM search_text WHERE rowid IN (SELECT rowid FROM search_text)",
                        "DELETE FROM search_docs"));
        SearchSources.each(tx, doc -> SearchIndex.put(tx, doc));
    }

    private static void hash(Tx tx, String select, String update) {
        record Text(String id, String hash) {}
        List<Text> texts = tx.list(select, row -> new Text(row.text(1), ContentHash.of(row.text(2), row.text(3))));
        tx.batch(update, texts, text -> Tx.values(text.hash(), text.id()));
    }

    private static void sequence(Tx tx, String table, String key, String time, FeedKind kind) {
        record Old(String id, String agent) {}
        List<Old> rows = tx.list(
                "SELECT " + key + ", agent_id FROM " + table + " WHERE seq IS NULL ORDER BY " + time + ", "
                        + order(tx, key),
                row -> new Old(row.text(1), row.text(2)));
        String now = tx.dialect().pick("STRFTIME('%Y-%m-%dT%H:%M:%f', 'now')", "now()");
        for (Old row : rows) {
            long seq = tx.one(
                            "INSERT INTO feed (at, kind, agent_id, ref_id) VALUES (" + now
                                    + ", ?, ?, ?) RETURNING feed_seq",
                            found -> found.number(1),
                            kind.text(),
                            row.agent(),
                            row.id())
                    .orElseThrow();
            tx.update("UPDATE " + table + " SET seq = ? WHERE " + key + " = ?", seq, row.id());
        }
    }

    private record Pair(String key, @Nullable String value) {}

    private static List<Pair> pairs(Tx tx, String sql) {
        return tx.list(sql, row -> new Pair(row.text(1), row.textOrNull(2)));
    }
}
