package dev.stoa.storage.postgres;

import dev.stoa.base.InvalidException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Tx;
import dev.stoa.storage.foreign.ForeignArchive;
import dev.stoa.storage.schema.SchemaReport;
import dev.stoa.storage.sqlite.SqliteSession;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a SQLite archive on their way into PostgreSQL, table by table. Not thread-safe; works inside the
 * transaction of its connection, which its owner commits.
 *
 * <p>Columns that only one side has are left out: what PostgreSQL computes or searches is rebuilt there.
 */
public final class PostgresIntake {
    /** Rows per batch of inserts: few round trips, and memory that does not grow with the table. */
    private static final int BATCH = 500;

    private final ArchiveSchema schema;
    private final PostgresDump tables;
    private final PostgresSession session;

    public PostgresIntake(Connection connection, ArchiveSchema schema, InstantSource clock) {
        this.schema = schema;
        this.tables = new PostgresDump(connection, schema, clock);
        this.session = new PostgresSession(schema.name(), schema.timeForm(), schema.postgresSchema(), connection);
    }

    /** Takes the archive's place among writers; from then on it stays as it is until the transaction ends. */
    public void begin() throws SQLException {
        session.beginWrite();
        session.execute("SET LOCAL search_path TO " + schema.postgresSchema());
    }

    /** How many rows the archive has. */
    public long rows() {
        long rows = 0;
        for (String table : tables.tables()) {
            if (!SchemaReport.isBookKeeping(table)) {
                rows += count(table);
            }
        }
        return rows;
    }

    private long count(String table) {
        return new Tx(session)
                .number("SELECT count(*) FROM " + schema.postgresSchema() + "." + PostgresDump.name(table));
    }

    public void fill(SqliteSession source) throws SQLException {
        List<String[]> foreignKeys = tables.takeOffForeignKeys();
        Map<String, Long> rows = ForeignArchive.rows(source);
        rows.put("archive_sequence", 0L);
        for (String table : tables.tables()) {
            for (String from : rows.keySet()) {
                if (from.toLowerCase(Locale.ROOT).equals(table)) {
                    copy(source, from, table);
                }
            }
        }
        tables.putBack(foreignKeys);
        if (schema.reindex() != null) {
            schema.reindex().accept(new Tx(session));
            session.flush();
        }
        for (String from : rows.keySet()) {
            String table = from.toLowerCase(Locale.ROOT);
            if (tables.tables().contains(table)
                    && !SchemaReport.isBookKeeping(table)
                    && count(table) != rows.get(from)) {
                throw new VerificationException(
                        "damaged",
                        "of " + rows.get(from) + " rows of " + from + " " + count(table) + " have arrived",
                        "nothing was changed; report it");
            }
        }
    }

    private void copy(SqliteSession source, String from, String table) throws SQLException {
        Map<String, String> types = types(source, from, table);
        if (types.isEmpty()) {
            return;
        }
        List<String> names = List.copyOf(types.keySet());
        List<String> kinds = List.copyOf(types.values());
        String quoted = String.join(", ", names.stream().map(PostgresDump::name).toList());
        String insert = "INSERT INTO " + PostgresDump.name(table) + " (" + quoted + ") VALUES (?"
                + ", ?".repeat(names.size() - 1) + ")";
        session.execute("ALTER TABLE " + PostgresDump.name(table) + " DISABLE TRIGGER USER");
        session.execute("DELETE FROM " + PostgresDump.name(table));
        Tx tx = new Tx(session);
        try (Statement statement = source.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT " + quoted + " FROM " + PostgresDump.name(from))) {
            List<@Nullable Object[]> batch = new ArrayList<>();
            while (row.next()) {
                @Nullable Object[] values = new @Nullable Object[names.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = value(row.getObject(i + 1), kinds.get(i), from + "." + names.get(i));
                }
                batch.add(values);
                if (batch.size() == BATCH) {
                    tx.batch(insert, batch, item -> item);
                    batch.clear();
                }
            }
            tx.batch(insert, batch, item -> item);
        }
        session.execute("ALTER TABLE " + PostgresDump.name(table) + " ENABLE TRIGGER USER");
        advance(source, from, table);
    }

    /** The columns both sides have, with their types here. */
    private Map<String, String> types(SqliteSession source, String from, String table) {
        List<String> there =
                new Tx(source).list("SELECT lower(name) FROM pragma_table_info(?)", row -> row.text(1), from);
        Map<String, String> types = new LinkedHashMap<>();
        new Tx(session)
                .each(
                        """
                        SELECT column_name::text, data_type::text FROM information_schema.columns
                        WHERE table_schema = ? AND table_name = ? AND is_generated = 'NEVER'
                            AND data_type <> 'tsvector' ORDER BY ordinal_position""",
                        row -> {
                            if (there.contains(row.text(1))) {
                                types.put(row.text(1), row.text(2));
                            }
                        },
                        schema.postgresSchema(),
                        table);
        return types;
    }

    /** A number that counts by itself goes on where it was, so that none is given out twice. */
    private void advance(SqliteSession source, String from, String table) {
        List<String> counters = new Tx(session).list("""
                        SELECT column_name::text FROM information_schema.columns
                        WHERE table_schema = ? AND table_name = ? AND is_identity = 'YES'""", row -> row.text(1), schema.postgresSchema(), table);
        for (String column : counters) {
            long last = new Tx(source)
                    .number("SELECT COALESCE(max(" + PostgresDump.name(column) + "), 0) FROM "
                            + PostgresDump.name(from));
            long given = new Tx(source)
                    .list("SELECT seq FROM sqlite_sequence WHERE name = ?", row -> row.number(1), from).stream()
                            .findFirst()
                            .orElse(0L);
            if (Math.max(last, given) > 0) {
                new Tx(session)
                        .number(
                                "SELECT setval(pg_get_serial_sequence(?, ?), ?)",
                                PostgresDump.name(table),
                                column,
                                Math.max(last, given));
            }
        }
    }

    private static @Nullable Object value(@Nullable Object stored, String type, String where) {
        if (stored == null) {
            return null;
        }
        try {
            return switch (type) {
                case "bigint", "integer", "smallint" -> whole(stored);
                case "double precision", "real" ->
                    stored instanceof Number number
                            ? (Object) number.doubleValue()
                            : (Object) Double.valueOf(stored.toString());
                case "boolean" ->
                    stored instanceof Number number ? number.longValue() != 0 : Boolean.parseBoolean(stored.toString());
                case "bytea" ->
                    stored instanceof byte[] ? stored : stored.toString().getBytes(StandardCharsets.UTF_8);
                case "jsonb", "json" -> json(stored.toString());
                default -> text(stored);
            };
        } catch (NumberFormatException e) {
            throw new VerificationException(
                    "damaged", where + " holds \"" + stored + "\", which is no " + type, "correct that row first");
        }
    }

    private static long whole(Object stored) {
        return stored instanceof Number number ? number.longValue() : Math.round(Double.parseDouble(stored.toString()));
    }

    /** PostgreSQL has no place for the character zero. */
    private static String text(Object stored) {
        String text = stored instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : stored.toString();
        return text.replace('\0', '\uFFFD');
    }

    /** What is not JSON in a column of JSON is kept as one text. */
    private static String json(String stored) {
        try {
            Object value = Json.parse(stored);
            return stored.contains("\\u0000") ? Json.write(value).replace("\\u0000", "\uFFFD") : stored;
        } catch (InvalidException e) {
            return Json.write(text(stored));
        }
    }
}
