package dev.stoa.counsel.foreign;

import dev.stoa.json.Digest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A file of the program before the counsel, written as that program wrote it. Not thread-safe. */
public final class OldAua implements AutoCloseable {
    /** A key as that program took it from the environment. */
    public static final String KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    private static final String TABLES = """
            CREATE TABLE promotions (id TEXT PRIMARY KEY, created_at REAL NOT NULL, specialist TEXT NOT NULL,
                event TEXT NOT NULL, from_model TEXT, to_model TEXT, reverted INTEGER DEFAULT 0,
                metadata TEXT DEFAULT '{}');
            CREATE TABLE corrections (id TEXT PRIMARY KEY, created_at REAL NOT NULL, subject TEXT NOT NULL,
                domain TEXT NOT NULL, claim TEXT NOT NULL, rejected TEXT DEFAULT '', confidence REAL NOT NULL,
                source TEXT DEFAULT 'arbiter', effective_confidence REAL NOT NULL, decay_class TEXT DEFAULT 'C',
                metadata TEXT DEFAULT '{}', scope TEXT DEFAULT 'global', tenant_id TEXT);
            CREATE TABLE sessions (id TEXT PRIMARY KEY, created_at REAL NOT NULL, updated_at REAL NOT NULL, domain TEXT,
                query_count INTEGER DEFAULT 0, metadata TEXT DEFAULT '{}');
            CREATE TABLE audit_log (id TEXT PRIMARY KEY, created_at REAL NOT NULL, event_type TEXT NOT NULL,
                session_id TEXT, trace_id TEXT, request_id TEXT, routing_mode TEXT, token_id TEXT, field TEXT,
                specialist TEXT, u_score REAL, confidence REAL, latency_ms REAL, details TEXT DEFAULT '{}',
                prev_hash TEXT, curr_hash TEXT);
            CREATE TABLE assertion_events (id TEXT PRIMARY KEY, created_at REAL NOT NULL, session_id TEXT NOT NULL,
                assertion_name TEXT NOT NULL, level TEXT NOT NULL, passed INTEGER NOT NULL,
                bonus_applied REAL DEFAULT 0.0, retries_used INTEGER DEFAULT 0, message TEXT, domain TEXT,
                policy_name TEXT, latency_ms REAL DEFAULT 0.0);
            CREATE TABLE conversations (conversation_id TEXT PRIMARY KEY, user_id TEXT NOT NULL DEFAULT 'local',
                title TEXT NOT NULL DEFAULT 'New Chat', project_id TEXT, created_at REAL NOT NULL DEFAULT 0,
                updated_at REAL NOT NULL DEFAULT 0);
            CREATE TABLE messages (message_id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL, role TEXT NOT NULL,
                content TEXT, callout_type TEXT, models_used TEXT, accuracy_level TEXT, confidence TEXT,
                created_at REAL NOT NULL DEFAULT 0);
            CREATE TABLE model_runs (run_id TEXT PRIMARY KEY, query_id TEXT, conversation_id TEXT,
                specialist TEXT NOT NULL, round TEXT NOT NULL DEFAULT 'answer', raw_response TEXT, utility_score REAL,
                confidence_score REAL, vcg_welfare_score REAL, vcg_winner INTEGER DEFAULT 0, corrections_applied TEXT,
                latency_ms REAL, domain TEXT DEFAULT 'general', domain_l0 TEXT, domain_path TEXT,
                created_at REAL NOT NULL DEFAULT 0, tenant_id TEXT);
            CREATE TABLE token_counters (counter_id TEXT PRIMARY KEY, user_id TEXT NOT NULL DEFAULT 'local',
                specialist TEXT NOT NULL, conversation_id TEXT NOT NULL, token_estimate INTEGER DEFAULT 0,
                message_count INTEGER DEFAULT 0, thread_number INTEGER DEFAULT 1, updated_at REAL NOT NULL DEFAULT 0);
            CREATE TABLE message_keywords (keyword TEXT NOT NULL, message_id TEXT NOT NULL,
                conversation_id TEXT NOT NULL, role TEXT DEFAULT 'user', created_at REAL NOT NULL DEFAULT 0,
                PRIMARY KEY (keyword, message_id));
            CREATE TABLE context_backups (backup_id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL,
                specialist TEXT NOT NULL, trigger TEXT NOT NULL, thread_number INTEGER DEFAULT 1, backup_text TEXT,
                token_estimate INTEGER DEFAULT 0, created_at REAL NOT NULL DEFAULT 0);
            CREATE TABLE projects (project_id TEXT PRIMARY KEY, user_id TEXT NOT NULL DEFAULT 'local',
                name TEXT NOT NULL, created_at REAL NOT NULL DEFAULT 0);
            CREATE TABLE correction_events (id TEXT PRIMARY KEY, created_at REAL NOT NULL,
                correction_id TEXT NOT NULL, event TEXT NOT NULL DEFAULT 'applied', session_id TEXT,
                details TEXT DEFAULT '{}');
            CREATE TABLE app_meta (id TEXT PRIMARY KEY, created_at REAL, value TEXT);
            CREATE TABLE chat_sessions (id TEXT PRIMARY KEY, created_at REAL NOT NULL, updated_at REAL NOT NULL,
                title TEXT DEFAULT 'New Chat', message_count INTEGER DEFAULT 0, deleted INTEGER DEFAULT 0,
                metadata TEXT DEFAULT '{}');
            CREATE TABLE chat_messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL,
                content TEXT NOT NULL, created_at REAL NOT NULL, domain TEXT DEFAULT '', routing_mode TEXT DEFAULT '',
                u_score REAL DEFAULT 0.0, latency_ms REAL DEFAULT 0.0, metadata TEXT DEFAULT '{}');""";

    private final Connection connection;
    private String last = "genesis";

    private OldAua(Path file, String tables) throws SQLException {
        this.connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            // A file for a test needs no disk to be asked for each row.
            statement.execute("PRAGMA synchronous = OFF");
            statement.execute("PRAGMA journal_mode = MEMORY");
            statement.executeUpdate(tables);
        }
    }

    /** With the tables of its last version. */
    public static OldAua at(Path file) throws SQLException {
        return new OldAua(file, TABLES);
    }

    /** With the same tables, in which anything may be missing, double or of another type. */
    public static OldAua looseAt(Path file) throws SQLException {
        return new OldAua(
                file,
                TABLES.replace(" NOT NULL", "")
                        .replace(" PRIMARY KEY,", ",")
                        .replace(",\n    PRIMARY KEY (keyword, message_id)", "")
                        .replace("TEXT", "")
                        .replace("REAL", "")
                        .replace("INTEGER", ""));
    }

    /** Adds a row, of columns and values in turn. */
    public OldAua insert(String table, @Nullable Object... values) throws SQLException {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i += 2) {
            row.put(String.valueOf(values[i]), values[i + 1]);
        }
        String sql = "INSERT INTO " + table + " (" + String.join(", ", row.keySet()) + ") VALUES ("
                + String.join(", ", Collections.nCopies(row.size(), "?")) + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int at = 1;
            for (Object value : row.values()) {
                statement.setObject(at++, value);
            }
            statement.executeUpdate();
        }
        return this;
    }

    public OldAua conversation(String id, String title, double at) throws SQLException {
        return insert("conversations", "conversation_id", id, "title", title, "created_at", at, "updated_at", at);
    }

    public OldAua message(String id, String conversation, String role, String content, double at) throws SQLException {
        return insert(
                "messages",
                "message_id",
                id,
                "conversation_id",
                conversation,
                "role",
                role,
                "content",
                content,
                "created_at",
                at);
    }

    public OldAua correction(String id, String subject, String claim, double at) throws SQLException {
        return insert(
                "corrections",
                "id",
                id,
                "created_at",
                at,
                "subject",
                subject,
                "domain",
                "general",
                "claim",
                claim,
                "confidence",
                0.8,
                "effective_confidence",
                0.8);
    }

    /** Adds an event to the chain of its log, hashed as that program did; the JSON is that of Python. */
    public OldAua audit(String id, double at, String json, @Nullable Object... values) throws SQLException {
        String hash = Digest.sha256(last + ":" + json);
        Object[] all = new Object[values.length + 8];
        System.arraycopy(values, 0, all, 0, values.length);
        Object[] more = {"id", id, "created_at", at, "prev_hash", last, "curr_hash", hash};
        System.arraycopy(more, 0, all, values.length, more.length);
        last = hash;
        return insert("audit_log", all);
    }

    /** A text as that program encrypted it. */
    public static String encrypted(String text) throws GeneralSecurityException {
        byte[] nonce = new byte[12];
        nonce[3] = 9;
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.ENCRYPT_MODE,
                new SecretKeySpec(HexFormat.of().parseHex(KEY), "AES"),
                new GCMParameterSpec(128, nonce));
        byte[] sealed = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
        byte[] all = new byte[nonce.length + sealed.length];
        System.arraycopy(nonce, 0, all, 0, nonce.length);
        System.arraycopy(sealed, 0, all, nonce.length, sealed.length);
        return "enc:v1:" + Base64.getEncoder().encodeToString(all);
    }

    /** The columns of every table. */
    public Map<String, List<String>> columns() throws SQLException {
        Map<String, List<String>> columns = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                var result = statement.executeQuery(
                        "SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c"
                                + " WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%' ORDER BY 1, c.cid")) {
            while (result.next()) {
                columns.computeIfAbsent(result.getString(1), any -> new ArrayList<>())
                        .add(result.getString(2));
            }
        }
        return columns;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
