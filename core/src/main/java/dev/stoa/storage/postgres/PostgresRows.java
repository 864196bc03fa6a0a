package dev.stoa.storage.postgres;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.Tx;
import dev.stoa.storage.move.MoveColumn;
import dev.stoa.storage.move.MoveTable;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * The rows of a PostgreSQL archive on their way out or in, table by table. Not thread-safe; works inside the
 * transaction of its connection, which its owner commits.
 */
public final class PostgresRows {
    /** Rows that the server hands over at once. */
    private static final int FETCH = 1_000;

    /** With less, an index of many words is written in pieces again and again. */
    private static final String INDEX_MEMORY = "256MB";

    /** How these columns are made from the others of their row. */
    private static final Set<String> INDEX_COLUMNS = Set.of("search", "search_words", "terms");

    /** Tables that every database makes by itself. */
    private static final Set<String> OWN = Set.of("_schema_versions", "schemaversions", "text_sizes");

    private final Connection connection;
    private final ArchiveSchema schema;
    private final PostgresDump dump;
    private final PostgresSession session;
    private final InstantSource clock;

    public PostgresRows(Connection connection, ArchiveSchema schema, InstantSource clock) {
        this.connection = connection;
        this.schema = schema;
        this.clock = clock;
        this.dump = new PostgresDump(connection, schema, clock);
        this.session = new PostgresSession(schema.name(), schema.timeForm(), schema.postgresSchema(), connection);
    }

    /** Looks into the schema of the archive until the transaction ends. */
    public void begin() throws SQLException {
        execute("SET LOCAL search_path TO " + schema.postgresSchema());
    }

    /** Whether the archive exists, in its latest version. */
    public boolean exists() throws SQLException {
        begin();
        return new Migrations(schema, clock).claimed(session).orElse(0) == schema.latest();
    }

    /** The bytes that the tables of the archive take, with their indexes. */
    public long bytes() {
        return new Tx(session).number("""
                        SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
                        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname = ?""", schema.postgresSchema());
    }

    /** How many rows a table has. */
    public long count(MoveTable table) {
        return new Tx(session).number("SELECT count(*) FROM " + MoveColumn.quoted(table.name()));
    }

    /**
     * The tables that are moved.
     *
     * @param sqlite the columns of the tables that SQLite has
     * @param leftOut takes the names of what one side has and the other has not
     */
    public List<MoveTable> tables(Map<String, List<String>> sqlite, List<String> leftOut) {
        Map<String, List<MoveColumn>> here = new TreeMap<>();
        Map<String, String> counters = new TreeMap<>();
        new Tx(session)
                .each(
                        """
                        SELECT c.table_name::text, c.column_name::text, c.data_type::text,
                            coalesce(c.numeric_scale, 0)::bigint, c.is_identity::text
                        FROM information_schema.columns c
                        JOIN pg_tables t ON t.schemaname = c.table_schema AND t.tablename = c.table_name
                        WHERE c.table_schema = ? AND c.is_generated = 'NEVER' AND c.data_type <> 'tsvector'""",
                        row -> {
                            here.computeIfAbsent(row.text(1), table -> new ArrayList<>())
                                    .add(MoveColumn.of(
                                            row.text(2), row.text(3), (int) row.number(4), schema.timeForm()));
                            if (row.text(5).equals("YES")) {
                                counters.put(row.text(1), row.text(2));
                            }
                        },
                        schema.postgresSchema());
        here.keySet().removeAll(OWN);
        here.keySet().removeAll(schema.derived());
        List<MoveTable> tables = new ArrayList<>();
        here.forEach((table, columns) -> {
            List<String> there = sqlite.get(table);
            if (there == null) {
                return;
            }
            List<MoveColumn> both = columns.stream()
                    .filter(column -> there.contains(column.name()))
                    .sorted(Comparator.comparing(MoveColumn::name))
                    .toList();
            columns.stream()
                    .map(MoveColumn::name)
                    .filter(name -> !there.contains(name) && !INDEX_COLUMNS.contains(name))
                    .forEach(name -> leftOut.add(table + "." + name));
            there.stream()
                    .filter(name ->
                            both.stream().noneMatch(column -> column.name().equals(name)))
                    .forEach(name -> leftOut.add(table + "." + name));
            tables.add(new MoveTable(table, both, counters.get(table)));
        });
        sqlite.keySet().stream()
                .filter(table -> !here.containsKey(table)
                        && !OWN.contains(table)
                        && !schema.derived().contains(table))
                .forEach(leftOut::add);
        return tables;
    }

    /** Hands over every row of a table. */
    public void read(MoveTable table, MoveTable.Rows rows) throws SQLException {
        List<MoveColumn> columns = table.columns();
        String names = columns.stream().map(MoveColumn::postgres).collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCH);
            try (ResultSet result =
                    statement.executeQuery("SELECT " + names + " FROM " + MoveColumn.quoted(table.name()))) {
                @Nullable Object[] values = new @Nullable Object[columns.size()];
                while (result.next()) {
                    for (int i = 0; i < values.length; i++) {
                        Object raw = columns.get(i).kind() == MoveColumn.Kind.BYTES
                                ? result.getBytes(i + 1)
                                : result.getObject(i + 1);
                        values[i] = columns.get(i).value(raw, true, table.name());
                    }
                    rows.row(values);
                }
            }
        }
    }

    /** The last number that the counter of a table gave out; 0 if none. */
    public long last(MoveTable table) {
        String counter = table.counter();
        if (counter == null) {
            return 0;
        }
        Long given = new Tx(session)
                .<Long[]>one(
                        "SELECT pg_sequence_last_value(pg_get_serial_sequence(?, ?)::regclass)",
                        row -> new Long[] {row.numberOrNull(1)},
                        MoveColumn.quoted(table.name()),
                        counter)
                .orElseThrow()[0];
        long greatest = new Tx(session)
                .number("SELECT COALESCE(max(" + MoveColumn.quoted(counter) + "), 0) FROM "
                        + MoveColumn.quoted(table.name()));
        return Math.max(greatest, given == null ? 0 : given);
    }

    /** Lets the counter of a table go on behind a number. */
    public void count(MoveTable table, long last) {
        if (table.counter() != null && last > 0) {
            new Tx(session)
                    .number(
                            "SELECT setval(pg_get_serial_sequence(?, ?), ?)",
                            MoveColumn.quoted(table.name()),
                            table.counter(),
                            last);
        }
    }

    /**
     * What must be made again after rows were written without it.
     *
     * @param large the tables that are written without their indexes
     */
    public record Parts(List<String[]> foreignKeys, List<String> indexes, Set<String> large) {}

    /**
     * Builds the archive in its latest version, empty, without what slows down the arrival of rows.
     *
     * @param small the tables to which few come: they keep their indexes, for to make one costs more than few rows
     */
    public Parts build(Set<String> small) throws SQLException {
        execute("DROP SCHEMA IF EXISTS " + schema.postgresSchema() + " CASCADE");
        dump.build(schema.latest());
        new Migrations(schema, clock).recordPresent(session, schema.latest());
        List<String[]> foreignKeys = dump.takeOffForeignKeys();
        List<String> indexes = new ArrayList<>();
        // Also those that are made here, of as many rows as there are.
        Set<String> large = new TreeSet<>(dump.tables());
        large.removeAll(small);
        List<String[]> found = new Tx(session)
                .list("""
                        SELECT i.indexname::text, i.indexdef, i.tablename::text FROM pg_indexes i WHERE i.schemaname = ?
                            AND NOT EXISTS (SELECT 1 FROM pg_constraint k
                                WHERE k.conindid = (quote_ident(i.schemaname) || '.' || quote_ident(i.indexname))::regclass)
                        ORDER BY i.indexname""", row -> new String[] {row.text(1), row.text(2), row.text(3)}, schema.postgresSchema());
        for (String[] index : found) {
            if (large.contains(index[2])) {
                execute("DROP INDEX " + MoveColumn.quoted(index[0]));
                indexes.add(index[1]);
            }
        }
        return new Parts(foreignKeys, indexes, large);
    }

    /** Puts back what was taken off, and builds the text indexes. */
    public void complete(Parts parts) throws SQLException {
        execute("SELECT set_config('maintenance_work_mem', greatest(pg_size_bytes('" + INDEX_MEMORY
                + "'), pg_size_bytes(current_setting('maintenance_work_mem'))) / 1024 || 'kB', true)");
        // The texts find their rows by numbers, which are unique; every other index would only grow with them.
        for (String index : parts.indexes()) {
            if (index.startsWith("CREATE UNIQUE ")) {
                execute(index);
            }
        }
        for (String table : parts.large()) {
            execute("ANALYZE " + MoveColumn.quoted(table));
        }
        // Before the triggers are on, which would note the change of a row.
        if (schema.reindex() != null) {
            schema.reindex().accept(new Tx(session));
            // What it has left for later must not meet the triggers either.
            session.flush();
        }
        dump.putBack(parts.foreignKeys());
        for (String table : dump.tables()) {
            execute("ALTER TABLE " + MoveColumn.quoted(table) + " ENABLE TRIGGER USER");
        }
        for (String index : parts.indexes()) {
            if (!index.startsWith("CREATE UNIQUE ")) {
                execute(index);
            }
        }
    }

    /** A writer of rows into a table; closed when the last is written. */
    public Writer writer(MoveTable table) throws SQLException {
        return new Writer(table);
    }

    /** Writes rows into one table by the server's own way of copying. */
    public final class Writer implements AutoCloseable, MoveTable.Rows {
        private static final int PORTION = 1 << 16;

        private final List<MoveColumn> columns;
        private final CopyIn copy;
        private byte[] buffer = new byte[2 * PORTION];
        private int length;
        private boolean done;

        private Writer(MoveTable table) throws SQLException {
            this.columns = table.columns();
            String names = columns.stream()
                    .map(column -> MoveColumn.quoted(column.name()))
                    .collect(Collectors.joining(", "));
            this.copy = connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + MoveColumn.quoted(table.name()) + " (" + names + ") FROM STDIN");
        }

        @Override
        public void row(@Nullable Object[] values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                if (i > 0) {
                    put((byte) '\t');
                }
                switch (values[i]) {
                    case null -> put((byte) '\\', (byte) 'N');
                    case byte[] bytes -> hex(bytes);
                    case Long number -> plain(number.toString());
                    case Object value -> escaped(columns.get(i).forPostgres(value));
                }
            }
            put((byte) '\n');
            if (length >= PORTION) {
                flush();
            }
        }

        private void put(byte... some) {
            room(some.length);
            for (byte each : some) {
                buffer[length++] = each;
            }
        }

        private void room(int more) {
            if (buffer.length - length < more) {
                buffer = java.util.Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
            }
        }

        private void plain(String digits) {
            room(digits.length());
            for (int i = 0; i < digits.length(); i++) {
                buffer[length++] = (byte) digits.charAt(i);
            }
        }

        private void escaped(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            room(2 * bytes.length);
            for (byte each : bytes) {
                switch (each) {
                    case '\\' -> escape('\\');
                    case '\n' -> escape('n');
                    case '\r' -> escape('r');
                    case '\t' -> escape('t');
                    default -> buffer[length++] = each;
                }
            }
        }

        private void escape(char letter) {
            buffer[length++] = '\\';
            buffer[length++] = (byte) letter;
        }

        private void hex(byte[] bytes) {
            put((byte) '\\', (byte) '\\', (byte) 'x');
            room(2 * bytes.length);
            for (byte each : bytes) {
                buffer[length++] = (byte) Character.forDigit(each >> 4 & 0xF, 16);
                buffer[length++] = (byte) Character.forDigit(each & 0xF, 16);
            }
        }

        private void flush() throws SQLException {
            copy.writeToCopy(buffer, 0, length);
            length = 0;
        }

        /** Ends the copy, so that all rows are there. */
        public void finish() throws SQLException {
            flush();
            copy.endCopy();
            done = true;
        }

        @Override
        public void close() throws SQLException {
            if (!done && copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
