package dev.stoa.storage.foreign;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import dev.stoa.storage.schema.SchemaReport;
import dev.stoa.storage.sqlite.SqliteCheckup;
import dev.stoa.storage.sqlite.SqliteFile;
import dev.stoa.storage.sqlite.SqliteSession;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One archive in the copy of a foreign file, on its way to the latest version. Not thread-safe. */
public final class ForeignArchive {
    private static final String LEDGER = "_schema_versions";

    private final ArchiveSchema schema;
    private final int found;
    private final SqliteFile file;
    private final List<String> notes = new ArrayList<>();
    private Map<String, Long> before = Map.of();
    private Map<String, Long> after = Map.of();
    private @Nullable Integer claimed;

    public ForeignArchive(ArchiveSchema schema, int found, Path folder, InstantSource clock) {
        this.schema = schema;
        this.found = found;
        this.file = new SqliteFile(schema, folder, StorageSettings.defaults(), clock);
    }

    public Path path() {
        return file.path();
    }

    /** Cuts this archive out of the copy and brings it to the latest version. */
    public void prepare(Path copy, boolean shared) throws IOException, SQLException {
        PrivateFiles.directories(Objects.requireNonNull(path().getParent()));
        PrivateFiles.copy(copy, path());
        Set<String> columns;
        try (SqliteSession session = ForeignDatabase.open(path(), SqliteSession.Access.WRITE)) {
            if (shared) {
                cutOut(session);
            }
            before = rows(session);
            columns = columns(session);
            readLedger(session);
            rewriteTimes(session);
        }
        file.open().close();
        try (SqliteSession session = ForeignDatabase.open(path(), SqliteSession.Access.WRITE)) {
            after = rows(session);
            Set<String> added = columns(session);
            added.removeAll(columns);
            noteAdded(added);
        }
        after.forEach((table, rows) -> {
            long had = before.getOrDefault(table, 0L);
            if (before.containsKey(table) && rows < had) {
                notes.add(table + ": " + had + " rows became " + rows + ", because equal ones were added up");
            } else if (before.containsKey(table) && rows > had) {
                notes.add(table + ": " + (rows - had) + " rows were added by the upgrade");
            }
        });
        Checkup checkup = new SqliteCheckup(file, schema).run(true);
        checkup.findings().forEach(finding -> notes.add("found by the examination: " + finding.message()));
    }

    public TakeoverReport.Part report(String location) {
        List<TakeoverReport.Table> tables = new ArrayList<>();
        after.forEach(
                (table, rows) -> tables.add(new TakeoverReport.Table(table, before.getOrDefault(table, 0L), rows)));
        return new TakeoverReport.Part(schema.name(), location, found, claimed, schema.latest(), tables, notes);
    }

    /** Drops what other archives have in the same file. */
    private void cutOut(SqliteSession session) throws SQLException {
        Set<String> mine = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        mine.addAll(tables(schema));
        session.script("PRAGMA foreign_keys = OFF");
        for (String kind : List.of("view", "trigger")) {
            for (String name : names(session, "type = '" + kind + "'")) {
                session.script("DROP " + kind + " IF EXISTS " + quoted(name));
            }
        }
        // Those of a text index go with it.
        for (String virtual : names(session, "sql LIKE 'CREATE VIRTUAL TABLE%'")) {
            if (!mine.contains(virtual)) {
                session.script("DROP TABLE " + quoted(virtual));
            }
        }
        for (String table : names(session, "type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")) {
            if (!mine.contains(table) && !SchemaReport.isBookKeeping(table)) {
                session.script("DROP TABLE " + quoted(table));
            }
        }
        if (!names(session, "lower(name) = '" + LEDGER + "'").isEmpty()) {
            new Tx(session).update("DELETE FROM " + LEDGER + " WHERE module <> ?", schema.module());
        }
        session.script("VACUUM");
    }

    private void readLedger(SqliteSession session) {
        if (schema.ledger() != ArchiveSchema.Ledger.MODULE
                || names(session, "lower(name) = '" + LEDGER + "'").isEmpty()) {
            return;
        }
        List<Map.Entry<String, Long>> rows = new Tx(session)
                .list(
                        "SELECT module, version FROM " + LEDGER,
                        row -> Map.entry(String.valueOf(row.textOrNull(1)), row.number(2)));
        boolean alone = rows.size() == 1;
        for (Map.Entry<String, Long> row : rows) {
            if (alone || row.getKey().equals(schema.module())) {
                claimed = Math.toIntExact(row.getValue());
                if (!row.getKey().equals(schema.module())) {
                    notes.add("its version row was named " + row.getKey() + " and is now " + schema.module());
                }
                if (claimed != found) {
                    notes.add("it claims version " + claimed + "; its columns are those of version " + found);
                }
            }
        }
    }

    private void rewriteTimes(SqliteSession session) throws SQLException {
        if (schema.timeForm() != TimeForm.UTC_MILLIS) {
            return;
        }
        session.beginWrite();
        OldTimes.Rewritten times =
                OldTimes.rewrite(new Tx(session), before.keySet().stream().toList());
        session.commit();
        if (times.read() > 0) {
            notes.add(times.read() + " times were rewritten as UTC");
        }
        if (times.unreadable() > 0) {
            notes.add(times.unreadable() + " times could not be read and became the time of the import");
        }
    }

    private void noteAdded(Set<String> added) {
        Map<String, List<String>> byTable = new TreeMap<>();
        for (String column : added) {
            int dot = column.indexOf('.');
            byTable.computeIfAbsent(column.substring(0, dot), table -> new ArrayList<>())
                    .add(column.substring(dot + 1));
        }
        byTable.forEach((table, columns) -> notes.add(
                before.containsKey(table)
                        ? "added to " + table + ": " + String.join(", ", columns)
                        : "added table " + table));
    }

    /** The columns of all tables of rows, as {@code table.column}. */
    private static Set<String> columns(SqliteSession session) {
        Set<String> columns = new TreeSet<>();
        for (String table : rows(session).keySet()) {
            new Tx(session)
                    .list("SELECT name FROM pragma_table_info(?)", row -> row.text(1), table)
                    .forEach(column -> columns.add(table + "." + column));
        }
        return columns;
    }

    /** How many rows each table has; indexes and bookkeeping are no tables of rows. */
    public static Map<String, Long> rows(SqliteSession session) {
        Map<String, Long> rows = new TreeMap<>();
        for (String table : new Tx(session).list("""
                        SELECT name FROM pragma_table_list
                        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                        ORDER BY name""", row -> row.text(1))) {
            if (!SchemaReport.isBookKeeping(table)) {
                rows.put(table, new Tx(session).number("SELECT count(*) FROM " + quoted(table)));
            }
        }
        return rows;
    }

    /** Every table of an archive in its latest version, those that an index consists of included. */
    public static List<String> tables(ArchiveSchema schema) throws SQLException {
        try (SqliteSession scratch = SqliteSession.inMemory(schema.name())) {
            Migrations migrations = new Migrations(schema, InstantSource.system());
            migrations.upgrade(0, version -> migrations.runSql(scratch, version.number()));
            return names(scratch, "type = 'table'");
        }
    }

    private static List<String> names(SqliteSession session, String condition) {
        return new Tx(session)
                .list("SELECT name FROM sqlite_schema WHERE " + condition + " ORDER BY name", row -> row.text(1));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
