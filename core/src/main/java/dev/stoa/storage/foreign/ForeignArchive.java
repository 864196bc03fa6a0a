package dev.stoa.storage.foreign;

import dev.stoa.base.VerificationException;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One archive in the copy of a foreign file, on its way to the latest version. Not thread-safe. */
public final class ForeignArchive {
    private static final String LEDGER = "_schema_versions";

    // What this program computes from the rest of a row.
    private static final Set<String> DERIVED =
            Set.of("topic_hash", "content_hash", "enriched_metadata_json", "quality_scores_json", "seq", "rank_key");

    private final ArchiveSchema schema;
    private final int found;
    private final boolean ours;
    private final InstantSource clock;
    private final SqliteFile file;
    private final List<TakeoverReport.Altered> altered = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Map<String, Long> before = Map.of();
    private Map<String, Long> after = Map.of();
    private @Nullable Integer claimed;

    public ForeignArchive(ArchiveSchema schema, int found, boolean ours, Path folder, InstantSource clock) {
        this.schema = schema;
        this.found = found;
        this.ours = ours;
        this.clock = clock;
        this.file = new SqliteFile(schema, folder, StorageSettings.defaults(), clock);
    }

    public Path path() {
        return file.path();
    }

    /** What was changed in rows that were kept. */
    public List<TakeoverReport.Altered> altered() {
        return List.copyOf(altered);
    }

    /**
     * Takes this archive out of the copy and brings it to the latest version. What a deep examination still finds
     * refuses the import: what is in place afterwards is healthy.
     */
    public void prepare(Path copy, boolean shared, Quarantine quarantine) throws IOException, SQLException {
        PrivateFiles.directories(Objects.requireNonNull(path().getParent()));
        Set<String> columns;
        Path sieved = path().resolveSibling("sieved.db");
        if (ours) {
            PrivateFiles.copy(copy, path());
            try (SqliteSession session = ForeignDatabase.open(path(), SqliteSession.Access.WRITE)) {
                if (shared) {
                    cutOut(session);
                }
                before = rows(session);
                columns = columns(session);
                readLedger(session);
                rewriteTimes(session);
            }
        } else {
            columns = sieve(copy, quarantine);
            PrivateFiles.copy(path(), sieved);
        }
        file.open().close();
        try (SqliteSession session = ForeignDatabase.open(path(), SqliteSession.Access.WRITE)) {
            after = rows(session);
            Set<String> added = columns(session);
            added.removeAll(columns);
            noteAdded(added);
            if (!ours) {
                compare(session, sieved);
            }
        }
        noteCounts(quarantine);
        List<Checkup.Finding> findings = new SqliteCheckup(file, schema)
                .run(true).findings().stream().filter(Checkup.Finding::damage).toList();
        if (!findings.isEmpty()) {
            throw new VerificationException(
                    "damaged",
                    "archive " + schema.name() + " would not be in order after the import: "
                            + findings.stream().map(Checkup.Finding::message).collect(Collectors.joining("; ")),
                    "correct these rows in the file, then import it; nothing was changed");
        }
    }

    private Set<String> sieve(Path copy, Quarantine quarantine) throws SQLException {
        try (SqliteSession source = ForeignDatabase.open(copy, SqliteSession.Access.READ)) {
            Set<String> mine = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            mine.addAll(tables(schema));
            before = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            rows(source).forEach((table, rows) -> {
                if (mine.contains(table)) {
                    before.put(table, rows);
                }
            });
            readLedger(source);
            Set<String> columns = columns(source);
            try (SqliteSession target = ForeignDatabase.open(path(), SqliteSession.Access.CREATE)) {
                RowMove move = new RowMove(schema, source, target, clock.instant(), quarantine);
                move.run(found, clock.instant());
                altered.addAll(move.altered());
                noteTimes(move.times(), move.unreadable());
            }
            return columns;
        }
    }

    private void noteCounts(Quarantine quarantine) {
        after.forEach((table, rows) -> {
            long aside = quarantine.rows().stream()
                    .filter(row ->
                            row.archive().equals(schema.name()) && row.table().equals(table))
                    .count();
            long had = before.getOrDefault(table, 0L) - aside;
            if (aside > 0) {
                notes.add(table + ": " + aside + (aside == 1 ? " row was" : " rows were") + " set aside");
            }
            if (before.containsKey(table) && rows < had) {
                notes.add(table + ": " + had + " rows became " + rows + ", because equal ones were added up");
            } else if (before.containsKey(table) && rows > had) {
                notes.add(table + ": " + (rows - had) + " rows were added by the upgrade");
            }
        });
    }

    /** Names what the upgrade changed in the rows that came. */
    private void compare(SqliteSession session, Path sieved) throws SQLException {
        session.script("ATTACH DATABASE '" + sieved.toString().replace("'", "''") + "' AS sieved");
        Tx tx = new Tx(session);
        for (String table : after.keySet()) {
            List<String> keys = tx.list(
                    "SELECT name FROM pragma_table_info(?, 'sieved') WHERE pk > 0 ORDER BY pk",
                    row -> row.text(1),
                    table);
            if (keys.isEmpty()) {
                continue;
            }
            String join = keys.stream()
                    .map(key -> "n." + quoted(key) + " = o." + quoted(key))
                    .collect(Collectors.joining(" AND "));
            String named = keys.stream().map(key -> "o." + quoted(key)).collect(Collectors.joining(" || ', ' || "));
            for (String column : tx.list("""
                    SELECT name FROM pragma_table_info(?, 'sieved')
                    WHERE pk = 0 AND lower(name) NOT LIKE '%\\_at' ESCAPE '\\' AND lower(name) <> 'timestamp'""", row -> row.text(1), table)) {
                String where = " FROM main." + quoted(table) + " n JOIN sieved." + quoted(table) + " o ON " + join
                        + " WHERE n." + quoted(column) + " IS NOT o." + quoted(column);
                if (DERIVED.contains(column)) {
                    long changed = tx.number("SELECT count(*)" + where);
                    if (changed > 0) {
                        notes.add(table + ": " + changed + " " + column + (changed == 1 ? " was" : " were")
                                + " computed again");
                    }
                } else {
                    altered.addAll(tx.list(
                            "SELECT " + named + ", CAST(o." + quoted(column) + " AS TEXT), CAST(n." + quoted(column)
                                    + " AS TEXT)" + where,
                            row -> new TakeoverReport.Altered(
                                    schema.name(),
                                    table,
                                    row.text(1),
                                    column,
                                    RowSieve.shown(row.textOrNull(2)),
                                    RowSieve.shown(row.textOrNull(3)))));
                }
            }
        }
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
        noteTimes(times.read(), times.unreadable());
    }

    private void noteTimes(long read, long unreadable) {
        if (read > 0) {
            notes.add(read + (read == 1 ? " time was" : " times were") + " rewritten as UTC");
        }
        if (unreadable > 0) {
            notes.add(unreadable + (unreadable == 1 ? " time" : " times")
                    + " could not be read and became the time of the import");
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
