package dev.stoa.storage.foreign;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.TakeoverRule;
import dev.stoa.storage.Tx;
import dev.stoa.storage.schema.SchemaReport;
import dev.stoa.storage.sqlite.SqliteSession;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The way of another program's rows into tables that this program made, so that keys, types and constraints are those
 * of the archive whatever the file had. Not thread-safe; used once. Each row is kept, kept altered, or set aside.
 */
final class RowMove {
    private final ArchiveSchema schema;
    private final SqliteSession source;
    private final SqliteSession target;
    private final RowSieve sieve;
    private final Quarantine quarantine;
    private final List<TakeoverReport.Altered> altered = new ArrayList<>();
    private final Map<String, String> there = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final boolean utf8;
    private long times;
    private long unreadable;

    RowMove(ArchiveSchema schema, SqliteSession source, SqliteSession target, Instant now, Quarantine quarantine)
            throws SQLException {
        this.schema = schema;
        this.source = source;
        this.target = target;
        this.sieve = new RowSieve(schema, now);
        this.quarantine = quarantine;
        this.utf8 = source.pragma("encoding").equals("UTF-8");
        tables(source).forEach(name -> there.put(name, name));
    }

    List<TakeoverReport.Altered> altered() {
        return altered;
    }

    long times() {
        return times;
    }

    long unreadable() {
        return unreadable;
    }

    /** Makes the tables of a version and fills them. */
    void run(int version, Instant now) throws SQLException {
        target.script("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
        target.beginWrite();
        Migrations migrations = new Migrations(schema, () -> now);
        for (ArchiveSchema.Version known : schema.versions()) {
            if (known.number() <= version) {
                migrations.runSql(target, known.number());
            }
        }
        for (Map.Entry<String, String> extra : schema.extras().entrySet()) {
            if (there.containsKey(extra.getKey()) && !tables(target).contains(extra.getKey())) {
                target.script(extra.getValue());
            }
        }
        List<String> mine = tables(target).stream()
                .filter(table -> !SchemaReport.isBookKeeping(table))
                .toList();
        for (String table : mine) {
            if (there.containsKey(table)) {
                copy(table);
            }
        }
        while (detachOrphans(mine)) {
            // What was set aside may have been what other rows refer to.
        }
        counters(mine);
        target.commit();
    }

    private static List<String> tables(SqliteSession session) {
        return new Tx(session).list("""
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name""", row -> row.text(1));
    }

    private List<RowSieve.Column> columns(String table) {
        return new Tx(target)
                .list(
                        "SELECT lower(name), type, \"notnull\", dflt_value, pk FROM pragma_table_info(?) ORDER BY cid",
                        row -> new RowSieve.Column(
                                table,
                                row.text(1),
                                row.text(2),
                                row.number(3) != 0,
                                row.textOrNull(4),
                                row.number(5) > 0),
                        table);
    }

    private void copy(String table) throws SQLException {
        String from = Objects.requireNonNull(there.get(table));
        List<String> known =
                new Tx(source).list("SELECT lower(name) FROM pragma_table_info(?)", row -> row.text(1), from);
        List<RowSieve.Column> columns = columns(table).stream()
                .filter(column -> known.contains(column.name()))
                .toList();
        if (columns.isEmpty()) {
            return;
        }
        String names = columns.stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
        String insert = "INSERT INTO " + quoted(table) + " (" + names + ") VALUES (" + Tx.marks(columns.size()) + ")";
        try (Statement query = source.connection().createStatement();
                ResultSet rows = query.executeQuery("SELECT " + names + " FROM " + quoted(from));
                PreparedStatement put = target.connection().prepareStatement(insert)) {
            long number = 0;
            while (rows.next()) {
                move(table, ++number, columns, rows, put);
            }
        }
    }

    private void move(String table, long number, List<RowSieve.Column> columns, ResultSet rows, PreparedStatement put)
            throws SQLException {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            row.put(columns.get(i).name(), value(rows, i + 1));
        }
        String key = key(columns, row, number);
        List<TakeoverReport.Altered> changes = new ArrayList<>();
        try {
            int at = 0;
            for (RowSieve.Column column : columns) {
                Object before = row.get(column.name());
                Object after = sieve.fit(column, before);
                put.setObject(++at, after);
                note(table, key, column, before, after, changes);
            }
            put.executeUpdate();
            altered.addAll(changes);
        } catch (RowSieve.Unfit e) {
            quarantine.add(schema.name(), table, key, e.reason(), row);
        } catch (SQLiteException e) {
            if ((e.getResultCode().code & 0xff) != SQLiteErrorCode.SQLITE_CONSTRAINT.code) {
                throw e;
            }
            quarantine.add(schema.name(), table, key, constraint(e), row);
        }
    }

    /** What the database says of a constraint, without its code. */
    private static String constraint(SQLiteException e) {
        String text = String.valueOf(e.getMessage());
        int open = text.indexOf('(');
        return open >= 0 && text.endsWith(")") ? text.substring(open + 1, text.length() - 1) : text;
    }

    /** Text as its bytes where they are no text, because the driver would replace what it cannot decode. */
    private @Nullable Object value(ResultSet rows, int column) throws SQLException {
        Object value = rows.getObject(column);
        if (value instanceof String text && utf8 && text.indexOf('\uFFFD') >= 0) {
            byte[] bytes = rows.getBytes(column);
            return text.equals(new String(bytes, StandardCharsets.UTF_8))
                            && Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8))
                    ? text
                    : bytes;
        }
        return value instanceof Integer number ? (Object) number.longValue() : value;
    }

    private void note(
            String table,
            String key,
            RowSieve.Column column,
            @Nullable Object before,
            @Nullable Object after,
            List<TakeoverReport.Altered> changes) {
        if (same(before, after)) {
            return;
        }
        if (column.isTime() && OldTimes.time(before) != null && isWithin(after, before)) {
            times++;
            return;
        }
        unreadable += column.isTime() ? 1 : 0;
        changes.add(new TakeoverReport.Altered(
                schema.name(), table, key, column.name(), RowSieve.shown(before), RowSieve.shown(after)));
    }

    /** Whether a time was only written otherwise. */
    private static boolean isWithin(@Nullable Object after, @Nullable Object before) {
        Instant now = OldTimes.time(after);
        Instant then = OldTimes.time(before);
        return now != null && then != null && Math.abs(now.getEpochSecond() - then.getEpochSecond()) <= 1;
    }

    private static boolean same(@Nullable Object before, @Nullable Object after) {
        if (Objects.equals(before, after)) {
            return true;
        }
        if (before == null || after == null || !(after instanceof Number now)) {
            return false;
        }
        try {
            return now.doubleValue() == Double.parseDouble(before.toString().strip());
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String key(List<RowSieve.Column> columns, Map<String, @Nullable Object> row, long number) {
        List<String> parts = columns.stream()
                .filter(RowSieve.Column::key)
                .map(column -> row.get(column.name()))
                .filter(Objects::nonNull)
                .map(RowSieve::shown)
                .toList();
        return parts.isEmpty() ? "row " + number : String.join(", ", parts);
    }

    /** A column that must name a row of another table. */
    private record Link(String table, String column, String parent, String parentColumn, boolean required) {}

    private List<Link> links(List<String> mine) {
        List<Link> links = new ArrayList<>();
        for (TakeoverRule rule : schema.rules()) {
            if (rule instanceof TakeoverRule.Reference link && mine.contains(link.table())) {
                links.add(new Link(link.table(), link.column(), link.parent(), link.parentColumn(), true));
            }
        }
        for (String table : mine) {
            List<RowSieve.Column> columns = columns(table);
            links.addAll(new Tx(target)
                    .list(
                            "SELECT lower(\"from\"), \"table\", \"to\" FROM pragma_foreign_key_list(?)",
                            row -> new Link(
                                    table,
                                    row.text(1),
                                    row.text(2),
                                    row.text(3),
                                    columns.stream()
                                            .anyMatch(column -> column.name().equals(row.text(1)) && column.notNull())),
                            table));
        }
        return links;
    }

    /** Sets rows aside that refer to none; true if there was one. */
    private boolean detachOrphans(List<String> mine) throws SQLException {
        boolean found = false;
        for (Link link : links(mine)) {
            List<RowSieve.Column> columns = columns(link.table());
            String names = columns.stream().map(column -> quoted(column.name())).collect(Collectors.joining(", "));
            List<Long> gone = new ArrayList<>();
            try (Statement query = target.connection().createStatement();
                    ResultSet rows = query.executeQuery("SELECT " + names + ", rowid FROM " + quoted(link.table())
                            + " WHERE " + quoted(link.column()) + " IS NOT NULL AND " + quoted(link.column())
                            + " NOT IN (SELECT " + quoted(link.parentColumn()) + " FROM " + quoted(link.parent())
                            + " WHERE " + quoted(link.parentColumn()) + " IS NOT NULL)")) {
                while (rows.next()) {
                    Map<String, @Nullable Object> row = new LinkedHashMap<>();
                    for (int i = 0; i < columns.size(); i++) {
                        row.put(columns.get(i).name(), rows.getObject(i + 1));
                    }
                    long rowid = rows.getLong(columns.size() + 1);
                    String key = key(columns, row, rowid);
                    Object missing = row.get(link.column());
                    gone.add(rowid);
                    if (link.required()) {
                        quarantine.add(
                                schema.name(),
                                link.table(),
                                key,
                                link.column() + " " + RowSieve.shown(missing) + " is no row of " + link.parent(),
                                row);
                    } else {
                        altered.add(new TakeoverReport.Altered(
                                schema.name(), link.table(), key, link.column(), RowSieve.shown(missing), "null"));
                    }
                }
            }
            String change = link.required()
                    ? "DELETE FROM " + quoted(link.table())
                    : "UPDATE " + quoted(link.table()) + " SET " + quoted(link.column()) + " = NULL";
            for (long rowid : gone) {
                target.script(change + " WHERE rowid = " + rowid);
            }
            found |= !gone.isEmpty();
        }
        return found;
    }

    /** Numbers that count by themselves go on where they were. */
    private void counters(List<String> mine) {
        Tx from = new Tx(source);
        if (from.number("SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_sequence'") == 0) {
            return;
        }
        for (String table : mine) {
            from
                    .list(
                            "SELECT seq FROM sqlite_sequence WHERE lower(name) = ? AND typeof(seq) = 'integer'",
                            row -> row.number(1),
                            table)
                    .stream()
                    .filter(last -> last > 0 && last < 1L << 53)
                    .findFirst()
                    .ifPresent(last -> {
                        Tx to = new Tx(target);
                        if (to.update("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", last, table) == 0
                                && to.number(
                                                "SELECT count(*) FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'",
                                                table)
                                        > 0) {
                            to.update("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, last);
                        }
                    });
        }
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
