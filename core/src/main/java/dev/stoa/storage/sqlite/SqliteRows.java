package dev.stoa.storage.sqlite;

import dev.stoa.base.VerificationException;
import dev.stoa.storage.Tx;
import dev.stoa.storage.move.MoveColumn;
import dev.stoa.storage.move.MoveTable;
import dev.stoa.storage.schema.SchemaReport;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of a SQLite archive on their way out or in, table by table. Not thread-safe, as its session is not. */
public final class SqliteRows {
    private final SqliteSession session;

    public SqliteRows(SqliteSession session) {
        this.session = session;
    }

    /** The columns of every table of rows, all in lower case; indexes are no tables of rows. */
    public Map<String, List<String>> layout() {
        Map<String, List<String>> layout = new TreeMap<>();
        new Tx(session)
                .each(
                        """
                        SELECT lower(t.name), lower(c.name) FROM pragma_table_list t, pragma_table_xinfo(t.name) c
                        WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                            AND c.hidden = 0""",
                        row -> layout.computeIfAbsent(row.text(1), table -> new ArrayList<>())
                                .add(row.text(2)));
        return layout;
    }

    /** Those of some tables that have fewer rows. */
    public Set<String> smaller(int rows, Set<String> tables) {
        return tables.stream()
                .filter(table -> new Tx(session)
                                .number(
                                        "SELECT count(*) FROM (SELECT 1 FROM " + MoveColumn.quoted(table) + " LIMIT ?)",
                                        rows)
                        < rows)
                .collect(Collectors.toSet());
    }

    /** Hands over every row of a table. */
    public void read(MoveTable table, MoveTable.Rows rows) throws SQLException {
        List<MoveColumn> columns = table.columns();
        try (Statement statement = session.connection().createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT " + names(columns) + " FROM " + MoveColumn.quoted(table.name()))) {
            @Nullable Object[] values = new @Nullable Object[columns.size()];
            while (result.next()) {
                for (int i = 0; i < values.length; i++) {
                    values[i] = columns.get(i).value(result.getObject(i + 1), false, table.name());
                }
                rows.row(values);
            }
        }
    }

    /** The last number that the counter of a table gave out; 0 if none. */
    public long last(MoveTable table) {
        String counter = table.counter();
        if (counter == null) {
            return 0;
        }
        long greatest = new Tx(session)
                .number("SELECT COALESCE(max(" + MoveColumn.quoted(counter) + "), 0) FROM "
                        + MoveColumn.quoted(table.name()));
        boolean counts =
                new Tx(session).number("SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_sequence'") > 0;
        long given = counts
                ? new Tx(session)
                        .number("SELECT COALESCE(max(seq), 0) FROM sqlite_sequence WHERE lower(name) = ?", table.name())
                : 0;
        return Math.max(greatest, given);
    }

    /** What must be made again after rows were written without it. */
    public record Parts(List<String> indexes, List<String> triggers) {}

    /** Takes off indexes and triggers and empties all tables but that of the version. */
    public Parts clear() throws SQLException {
        Parts parts = new Parts(take("index"), take("trigger"));
        for (String table : layout().keySet()) {
            if (!SchemaReport.isBookKeeping(table) || table.equals("archive_sequence")) {
                session.execute("DELETE FROM " + MoveColumn.quoted(table));
            }
        }
        return parts;
    }

    /** Drops what has SQL of its own, and answers that. */
    private List<String> take(String type) throws SQLException {
        List<String[]> found = new Tx(session)
                .list(
                        "SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY name",
                        row -> new String[] {row.text(1), row.text(2)},
                        type);
        List<String> made = new ArrayList<>();
        for (String[] each : found) {
            session.script("DROP " + type.toUpperCase(Locale.ROOT) + " " + MoveColumn.quoted(each[0]));
            made.add(each[1]);
        }
        return made;
    }

    /** Makes indexes and triggers again. */
    public void restore(List<String> sql) throws SQLException {
        for (String each : sql) {
            session.script(each);
        }
    }

    /** Refuses rows that refer to nothing; foreign keys were off while the rows came. */
    public void refuseOrphans(String archive) {
        new Tx(session)
                .one("PRAGMA foreign_key_check", row -> row.text(1) + " refers to a missing row of " + row.text(3))
                .ifPresent(orphan -> {
                    throw new VerificationException(
                            "damaged", "archive " + archive + ": a row of " + orphan, "check the archive for damage");
                });
    }

    /** A writer of rows into a table; closed when the last is written. */
    public Writer writer(MoveTable table) throws SQLException {
        return new Writer(table);
    }

    /** Writes rows into one table. */
    public final class Writer implements AutoCloseable, MoveTable.Rows {
        private final List<MoveColumn> columns;
        private final PreparedStatement insert;

        private Writer(MoveTable table) throws SQLException {
            this.columns = table.columns();
            this.insert = session.connection()
                    .prepareStatement("INSERT INTO " + MoveColumn.quoted(table.name()) + " (" + names(columns)
                            + ") VALUES (?" + ", ?".repeat(columns.size() - 1) + ")");
        }

        @Override
        public void row(@Nullable Object[] values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                Object value = values[i];
                insert.setObject(i + 1, value == null ? null : columns.get(i).forSqlite(value));
            }
            insert.executeUpdate();
        }

        @Override
        public void close() throws SQLException {
            insert.close();
        }
    }

    /** Lets the counter of a table go on behind a number. */
    public void count(MoveTable table, long last) {
        if (table.counter() == null || last == 0) {
            return;
        }
        Tx tx = new Tx(session);
        if (tx.number("SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_sequence'") == 0) {
            return;
        }
        if (tx.update("UPDATE sqlite_sequence SET seq = ? WHERE lower(name) = ?", last, table.name()) == 0) {
            tx.update("""
                    INSERT INTO sqlite_sequence (name, seq) SELECT name, ? FROM sqlite_schema
                    WHERE type = 'table' AND lower(name) = ? AND lower(sql) LIKE '%autoincrement%'""", last, table.name());
        }
    }

    private static String names(List<MoveColumn> columns) {
        return columns.stream().map(column -> MoveColumn.quoted(column.name())).collect(Collectors.joining(", "));
    }
}
