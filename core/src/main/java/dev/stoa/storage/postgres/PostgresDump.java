package dev.stoa.storage.postgres;

import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Invariants;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.Tx;
import dev.stoa.storage.backup.BackupReader;
import dev.stoa.storage.backup.BackupWriter;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * The rows of one archive on their way from or to PostgreSQL, table by table in the server's own copy format. Not
 * thread-safe; works inside the transaction of its connection, which its owner commits.
 *
 * <p>Going back, the tables are built by the migrations of the version that was saved. Foreign keys are taken off while
 * rows arrive and put on again afterwards, which checks them all; so the order of tables does not matter.
 */
public final class PostgresDump {
    private final Connection connection;
    private final ArchiveSchema schema;
    private final Migrations migrations;
    private final PostgresSession session;

    public PostgresDump(Connection connection, ArchiveSchema schema, InstantSource clock) {
        this.connection = connection;
        this.schema = schema;
        this.migrations = new Migrations(schema, clock);
        this.session = new PostgresSession(schema.name(), schema.timeForm(), schema.postgresSchema(), connection);
    }

    public void write(BackupWriter backup) throws SQLException, IOException {
        execute("SET LOCAL search_path TO " + schema.postgresSchema());
        OptionalInt version = migrations.claimed(session);
        if (version.isEmpty()) {
            return;
        }
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        List<Map<String, @Nullable Object>> parts = new ArrayList<>();
        for (String table : tables()) {
            List<String> columns = columns(table);
            String sql = "COPY " + name(table) + " (" + names(columns) + ") TO STDOUT";
            Map<String, @Nullable Object> part =
                    backup.part("postgres/" + schema.postgresSchema() + "/" + table + ".copy", out -> {
                        try {
                            copy.copyOut(sql, out);
                        } catch (SQLException e) {
                            throw session.fault(e);
                        }
                    });
            part.put("table", table);
            part.put("columns", columns);
            part.put("rows", new Tx(session).number("SELECT count(*) FROM " + name(table)));
            part.put("identity", identity(table));
            parts.add(part);
        }
        backup.archive(schema, version.getAsInt(), parts);
    }

    public void read(BackupReader backup) throws SQLException, IOException {
        session.beginWrite();
        execute("DROP SCHEMA IF EXISTS " + schema.postgresSchema() + " CASCADE");
        for (BackupReader.Entry entry : backup.archives()) {
            if (entry.name().equals(schema.name())) {
                build(entry.version());
                List<String[]> foreignKeys = takeOffForeignKeys();
                for (BackupReader.Part part : entry.parts()) {
                    fill(backup, part);
                }
                putBack(foreignKeys);
                verify(entry.version());
            }
        }
    }

    /** Refuses rows that break what always holds, while the old ones are still there to come back. */
    private void verify(int version) {
        List<Checkup.Finding> findings = new ArrayList<>();
        if (version == schema.latest()) {
            Invariants.check(schema, new Tx(session), findings);
        }
        if (findings.stream().anyMatch(finding -> !finding.damage())) {
            throw new UnavailableException(
                    "storage",
                    "archive " + schema.name() + " of the backup could not be examined, so nothing was replaced: "
                            + findings.getFirst().message(),
                    null);
        }
        if (!findings.isEmpty()) {
            throw new VerificationException(
                    "damaged",
                    "archive " + schema.name() + " in the backup is damaged: "
                            + findings.getFirst().message(),
                    "use another backup");
        }
    }

    /** Makes the tables of a version, without rows and with their triggers off. */
    void build(int version) throws SQLException {
        execute("CREATE SCHEMA " + schema.postgresSchema());
        execute("SET LOCAL search_path TO " + schema.postgresSchema());
        for (ArchiveSchema.Version known : schema.versions()) {
            if (known.number() <= version) {
                migrations.apply(session, known);
            }
        }
        List<String> tables = tables();
        // All triggers go before the first row: emptying a table empties those that refer to it.
        for (String table : tables) {
            execute("ALTER TABLE " + name(table) + " DISABLE TRIGGER USER");
        }
        // Each costs a wait for the disk, and hardly any table is made with rows.
        for (String table : holding(tables)) {
            execute("TRUNCATE " + name(table) + " CASCADE");
        }
    }

    /** Those of some tables that have rows. */
    private List<String> holding(List<String> tables) {
        return tables.isEmpty()
                ? List.of()
                : new Tx(session)
                        .list(
                                String.join(
                                        " UNION ALL ",
                                        tables.stream()
                                                .map(table -> "SELECT '" + table.replace("'", "''")
                                                        + "' WHERE EXISTS (SELECT 1 FROM " + name(table) + ")")
                                                .toList()),
                                row -> row.text(1));
    }

    private void fill(BackupReader backup, BackupReader.Part part) throws SQLException, IOException {
        String table = String.valueOf(part.details().get("table"));
        if (!tables().contains(table) || !(part.details().get("columns") instanceof List<?> columns)) {
            throw new VerificationException(
                    "damaged",
                    "the backup has rows for " + table + ", a table its version does not have",
                    "use another");
        }
        List<String> names = columns.stream().map(String::valueOf).toList();
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        long rows;
        try (InputStream in = backup.read(part)) {
            rows = copy.copyIn("COPY " + name(table) + " (" + names(names) + ") FROM STDIN", in);
        }
        if (!Long.valueOf(rows).equals(part.details().get("rows"))) {
            throw new VerificationException(
                    "damaged",
                    "the backup has " + rows + " rows of " + table + ", not the "
                            + part.details().get("rows") + " it names",
                    "use another backup");
        }
        if (part.details().get("identity") instanceof Map<?, ?> identity) {
            for (Map.Entry<?, ?> sequence : identity.entrySet()) {
                new Tx(session)
                        .number(
                                "SELECT setval(pg_get_serial_sequence(?, ?), ?)",
                                table,
                                String.valueOf(sequence.getKey()),
                                sequence.getValue());
            }
        }
        execute("ALTER TABLE " + name(table) + " ENABLE TRIGGER USER");
    }

    List<String> tables() {
        return new Tx(session)
                .list(
                        "SELECT tablename::text FROM pg_tables WHERE schemaname = ? ORDER BY tablename",
                        row -> row.text(1),
                        schema.postgresSchema());
    }

    /** The columns that hold what was stored; computed ones come back by themselves. */
    private List<String> columns(String table) {
        return new Tx(session).list("""
                        SELECT column_name::text FROM information_schema.columns
                        WHERE table_schema = ? AND table_name = ? AND is_generated = 'NEVER'
                        ORDER BY ordinal_position""", row -> row.text(1), schema.postgresSchema(), table);
    }

    /** How far each identity column has counted, so that no number is given out twice after a restore. */
    private Map<String, @Nullable Object> identity(String table) {
        Map<String, @Nullable Object> counted = new LinkedHashMap<>();
        new Tx(session)
                .each(
                        """
                SELECT column_name::text, pg_sequence_last_value(pg_get_serial_sequence(?, column_name)::regclass)
                FROM information_schema.columns
                WHERE table_schema = ? AND table_name = ? AND is_identity = 'YES'""",
                        row -> {
                            Long last = row.numberOrNull(2);
                            if (last != null) {
                                counted.put(row.text(1), last);
                            }
                        },
                        name(table),
                        schema.postgresSchema(),
                        table);
        return counted;
    }

    List<String[]> takeOffForeignKeys() throws SQLException {
        List<String[]> keys = new Tx(session)
                .list("""
                        SELECT c.relname::text, k.conname::text, pg_get_constraintdef(k.oid)
                        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
                        WHERE k.contype = 'f' AND k.connamespace = ?::regnamespace ORDER BY c.relname, k.conname""", row -> new String[] {row.text(1), row.text(2), row.text(3)}, schema.postgresSchema());
        for (String[] key : keys) {
            execute("ALTER TABLE " + name(key[0]) + " DROP CONSTRAINT " + name(key[1]));
        }
        return keys;
    }

    /** Puts foreign keys on again, which checks every row. */
    void putBack(List<String[]> foreignKeys) throws SQLException {
        for (String[] key : foreignKeys) {
            execute("ALTER TABLE " + name(key[0]) + " ADD CONSTRAINT " + name(key[1]) + " " + key[2]);
        }
    }

    private static String names(List<String> columns) {
        return String.join(", ", columns.stream().map(PostgresDump::name).toList());
    }

    static String name(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
