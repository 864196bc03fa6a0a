package dev.stoa.society;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A file of the program before Stoa, written as that program wrote it. Not thread-safe. */
public final class OldSpace implements AutoCloseable {
    /** What the database itself wrote: UTC with three decimals. */
    public static final String UTC = "2025-03-04T05:06:07.123";

    private static final String LATER = """
            CREATE TABLE agents (agent_id TEXT PRIMARY KEY, identity TEXT NOT NULL UNIQUE, model TEXT NOT NULL,
                constitution TEXT, role TEXT, spawn_count INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL,
                last_active_at TEXT, archived_at TEXT);
            CREATE TABLE channels (channel_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, topic TEXT,
                created_at TEXT NOT NULL, archived_at TEXT, pinned_at TEXT);
            CREATE TABLE messages (message_id TEXT PRIMARY KEY, channel_id TEXT NOT NULL, agent_id TEXT NOT NULL,
                content TEXT NOT NULL, created_at TEXT NOT NULL);
            CREATE TABLE sessions (session_id TEXT PRIMARY KEY, provider TEXT NOT NULL, model TEXT NOT NULL);
            CREATE TABLE spawns (id TEXT PRIMARY KEY, agent_id TEXT NOT NULL, session_id TEXT, channel_id TEXT,
                constitution_hash TEXT, status TEXT NOT NULL DEFAULT 'pending', pid INTEGER, created_at TEXT NOT NULL,
                ended_at TEXT);
            CREATE TABLE memories (memory_id TEXT PRIMARY KEY, agent_id TEXT NOT NULL, topic TEXT NOT NULL,
                source TEXT NOT NULL DEFAULT 'manual', message TEXT NOT NULL, core INTEGER NOT NULL DEFAULT 0,
                created_at TEXT NOT NULL, archived_at TEXT);
            CREATE TABLE knowledge (knowledge_id TEXT PRIMARY KEY, agent_id TEXT NOT NULL, domain TEXT NOT NULL,
                content TEXT NOT NULL, created_at TEXT NOT NULL, archived_at TEXT);
            CREATE TABLE tasks (task_id TEXT PRIMARY KEY, creator_id TEXT NOT NULL, agent_id TEXT,
                content TEXT NOT NULL, project TEXT, status TEXT NOT NULL DEFAULT 'open', created_at TEXT NOT NULL,
                started_at TEXT, completed_at TEXT);
            CREATE TABLE bookmarks (reader_id TEXT NOT NULL, channel_id TEXT NOT NULL, last_read_id TEXT NOT NULL,
                updated_at TEXT NOT NULL, PRIMARY KEY (reader_id, channel_id));
            CREATE TABLE transcripts (id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, content TEXT NOT NULL);
            CREATE VIRTUAL TABLE transcripts_fts USING fts5(content, content = 'transcripts', content_rowid = 'id');""";

    private final Connection connection;

    /** One that was made before. */
    public static OldSpace existing(Path file) throws SQLException {
        return new OldSpace(file, "PRAGMA user_version = 0");
    }

    private OldSpace(Path file, String tables) throws SQLException {
        this.connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        run(tables);
    }

    /** With the tables that are the first version. */
    public static OldSpace at(Path file) throws SQLException {
        return new OldSpace(file, seed());
    }

    /** With the same tables, in which anything may be missing. */
    public static OldSpace looseAt(Path file) throws SQLException {
        return new OldSpace(file, loose(seed()));
    }

    /** With the tables that the program had later. */
    public static OldSpace laterAt(Path file) throws SQLException {
        return new OldSpace(file, LATER);
    }

    /** The statements that make the tables of either layout, with and without what the program took care of. */
    public static List<String> layouts() {
        return List.of(seed(), loose(seed()), LATER, loose(LATER));
    }

    private static String loose(String tables) {
        return tables.replace(" NOT NULL", "")
                .replace("TEXT PRIMARY KEY", "TEXT")
                .replace(" UNIQUE", "");
    }

    private static String seed() {
        try (InputStream in = OldSpace.class.getResourceAsStream("/schema/society/sqlite/001.sql")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public OldSpace run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
        return this;
    }

    /** Inserts a row of these columns and values, in turn. */
    public OldSpace insert(String table, @Nullable Object... columnsAndValues) throws SQLException {
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < columnsAndValues.length; i += 2) {
            columns.append(i == 0 ? "" : ", ").append(columnsAndValues[i]);
        }
        int count = columnsAndValues.length / 2;
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO " + table + " (" + columns + ") VALUES (?" + ", ?".repeat(count - 1) + ")")) {
            for (int i = 0; i < count; i++) {
                statement.setObject(i + 1, columnsAndValues[2 * i + 1]);
            }
            statement.executeUpdate();
        }
        return this;
    }

    public OldSpace agent(String id, String identity) throws SQLException {
        return insert("agents", "agent_id", id, "identity", identity, "model", "claude-sonnet-4", "created_at", UTC);
    }

    public OldSpace channel(String id, String name) throws SQLException {
        return insert("channels", "channel_id", id, "name", name, "created_at", UTC);
    }

    public OldSpace message(String id, String channel, String agent, String content, String at) throws SQLException {
        return insert(
                "messages",
                "message_id",
                id,
                "channel_id",
                channel,
                "agent_id",
                agent,
                "content",
                content,
                "created_at",
                at);
    }

    public OldSpace session(String id, String agent, @Nullable Object number, String started, @Nullable Object ended)
            throws SQLException {
        return insert(
                "sessions",
                "session_id",
                id,
                "agent_id",
                agent,
                "spawn_number",
                number,
                "started_at",
                started,
                "ended_at",
                ended);
    }

    public OldSpace task(String id, String agent, String status, Object... more) throws SQLException {
        insert("tasks", "task_id", id, "agent_id", agent, "input", "do " + id, "status", status, "created_at", UTC);
        for (int i = 0; i < more.length; i += 2) {
            run("UPDATE tasks SET " + more[i] + " = '" + more[i + 1] + "' WHERE task_id = '" + id + "'");
        }
        return this;
    }

    public OldSpace note(String id, String agent, String topic, String at, @Nullable Object by, @Nullable Object of)
            throws SQLException {
        return insert(
                "memories",
                "memory_id",
                id,
                "agent_id",
                agent,
                "topic",
                topic,
                "message",
                "note " + id,
                "timestamp",
                at,
                "created_at",
                at,
                "superseded_by",
                by,
                "supersedes",
                of);
    }

    public OldSpace fact(String id, String agent, String domain, @Nullable Object confidence) throws SQLException {
        return insert(
                "knowledge",
                "knowledge_id",
                id,
                "agent_id",
                agent,
                "domain",
                domain,
                "content",
                "fact " + id,
                "confidence",
                confidence,
                "created_at",
                UTC);
    }

    /** A small society in which every table has rows and every rule something to do. */
    public OldSpace town() throws SQLException {
        agent("a-human", "human").agent("a-ana", "ana").agent("a-ben", "Ben Bot");
        run("UPDATE agents SET constitution = 'zealot.md', spawn_count = 1 WHERE identity = 'ana'");
        run(
                "UPDATE agents SET constitution = 'Be brief.', archived_at = '2025-05-01 10:00:00' WHERE identity = 'Ben Bot'");
        channel("c-1", "general").channel("c-2", "Side Talk");
        message("m-3", "c-1", "a-ana", "third @ben", "2025-03-04T05:06:09.000");
        message("m-1", "c-1", "a-ana", "first", "2025-03-04 05:06:07");
        message("m-2", "c-1", "a-human", "second", "2025-03-04T06:06:08.5+01:00");
        message("m-4", "c-2", "a-ben", "elsewhere", UTC);
        // Of the same time: which was inserted first comes first.
        message("m-6", "c-2", "a-human", "then", UTC);
        message("m-5", "c-2", "a-ana", "and then", UTC);
        insert("bookmarks", "agent_id", "a-ben", "channel_id", "c-1", "last_seen_id", "m-2");
        insert("bookmarks", "agent_id", "a-ana", "channel_id", "c-2", "last_seen_id", null);
        session("s-2", "a-ana", 2, "2025-03-04T07:00:00.000", null);
        session("s-1", "a-ana", 2, "2025-03-04T06:00:00.000", "2025-03-04T06:30:00.000");
        session("s-3", "a-ana", 5, "2025-03-04T08:00:00.000", "2025-03-04T08:30:00.000");
        task("t-1", "a-ana", "completed", "started_at", "2025-03-04T06:01:00.000", "output", "did it");
        task("t-2", "a-ana", "running", "channel_id", "c-1", "pid", 4242);
        task("t-3", "a-ana", "pending", "channel_id", "c-1");
        note("n-1", "a-ana", "plans", "2025-03-04T05:00:00.000", null, null);
        note("n-2", "a-ana", "plans", "2025-03-04T05:10:00.000", null, null);
        note("n-3", "a-ana", "plans", "2025-03-04T05:20:00.000", null, "n-1,n-2");
        note("n-4", "a-ana", "journal", "2025-03-04T05:30:00.000", null, null);
        note("n-5", "a-ana", "journal", "2025-03-04T05:40:00.000", null, null);
        fact("k-1", "a-human", "Tools/Git", 0.8)
                .fact("k-2", "a-ana", "tools", 7.5)
                .fact("k-3", "a-ana", "x", null);
        return this;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
