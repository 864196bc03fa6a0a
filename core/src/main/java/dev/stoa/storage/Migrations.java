package dev.stoa.storage;

import dev.stoa.base.ConflictException;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Brings one database from the version it has to the version the program writes. Stateless between calls; its caller
 * holds the transaction. A version's SQL, its back-fill and its ledger row are one transaction, so a database is always
 * of one version or the next.
 */
public final class Migrations {
    private static final Pattern ADD_COLUMN = Pattern.compile(
            "^\\s*ALTER TABLE (\\w+) ADD COLUMN IF NOT EXISTS (\\w+)([^;]*);",
            Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

    private static final Pattern DROP =
            Pattern.compile("^\\s*DROP [^;]*;", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

    private final ArchiveSchema schema;
    private final InstantSource clock;

    public Migrations(ArchiveSchema schema, InstantSource clock) {
        this.schema = schema;
        this.clock = clock;
    }

    /** The version the ledger claims, if there is a ledger with a row for this archive. */
    public OptionalInt claimed(Session session) throws SQLException {
        String table = table();
        if (!tables(session).contains(table.toLowerCase(Locale.ROOT))) {
            return OptionalInt.empty();
        }
        Tx tx = new Tx(session);
        List<Long> version = schema.ledger() == ArchiveSchema.Ledger.MODULE
                ? tx.list(
                        "SELECT version FROM _schema_versions WHERE module = ?", row -> row.number(1), schema.module())
                : tx.list("SELECT version FROM SchemaVersions ORDER BY version DESC LIMIT 1", row -> row.number(1));
        return version.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(version.get(0)));
    }

    /** Refuses a database that a newer program has written. */
    public void refuseNewer(String where, int version) {
        if (version > schema.latest()) {
            throw new ConflictException(
                    "newer_version",
                    where + " has version " + version + " of archive " + schema.name()
                            + ", and this program knows up to " + schema.latest(),
                    "use the newer program, or another data directory");
        }
    }

    /** Applies every version above the given one, each by the given way of running a transaction. */
    public void upgrade(int from, Step step) throws SQLException {
        for (ArchiveSchema.Version version : schema.versions()) {
            if (version.number() > from) {
                step.run(version);
            }
        }
    }

    /** Runs one version in a transaction. */
    public interface Step {
        void run(ArchiveSchema.Version version) throws SQLException;
    }

    /** Applies one version within the caller's transaction. */
    public void apply(Session session, ArchiveSchema.Version version) throws SQLException {
        runSql(session, version.number());
        if (version.backFill() != null) {
            Tx tx = new Tx(session);
            version.backFill().accept(tx);
            // Checked although the back-fill returned: it may have swallowed the exception of a failed statement.
            if (tx.failure() != null) {
                throw tx.failure();
            }
            tx.end();
        }
        record(session, version);
    }

    /** Adds what a file that has a version lacks of it; what it has stays, including what an upgrade would recreate. */
    public void complete(Session session, int version) throws SQLException {
        // The file already is of this version: a DROP would delete rows that belong to it.
        String sql = DROP.matcher(schema.sql(version, session.dialect())).replaceAll("");
        session.script(withoutPresentColumns(session, sql));
    }

    /** Runs the SQL of a version, without its back-fill. */
    public void runSql(Session session, int version) throws SQLException {
        String sql = schema.sql(version, session.dialect());
        session.script(session.dialect() == Dialect.SQLITE ? withoutPresentColumns(session, sql) : sql);
    }

    /** SQLite has no {@code ADD COLUMN IF NOT EXISTS}: such lines are dropped where the column exists. */
    private static String withoutPresentColumns(Session session, String sql) {
        Matcher matcher = ADD_COLUMN.matcher(sql);
        StringBuilder result = new StringBuilder();
        Map<String, Set<String>> added = new HashMap<>();
        while (matcher.find()) {
            String table = matcher.group(1);
            String column = matcher.group(2).toLowerCase(Locale.ROOT);
            Set<String> present = added.computeIfAbsent(table, t -> columns(session, t));
            String line = present.add(column)
                    ? "ALTER TABLE " + table + " ADD COLUMN " + matcher.group(2) + matcher.group(3) + ";"
                    : "";
            matcher.appendReplacement(result, Matcher.quoteReplacement(line));
        }
        return matcher.appendTail(result).toString();
    }

    private static Set<String> columns(Session session, String table) {
        return new HashSet<>(
                new Tx(session).list("SELECT lower(name) FROM pragma_table_xinfo(?)", row -> row.text(1), table));
    }

    private static Set<String> tables(Session session) {
        String sql = session.dialect()
                .pick(
                        "SELECT lower(name) FROM sqlite_schema WHERE type = 'table'",
                        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()");
        return new HashSet<>(new Tx(session).list(sql, row -> row.text(1)));
    }

    private String table() {
        return schema.ledger() == ArchiveSchema.Ledger.MODULE ? "_schema_versions" : "SchemaVersions";
    }

    private void record(Session session, ArchiveSchema.Version version) throws SQLException {
        String time = session.dialect().pick("TIMESTAMP", "timestamptz");
        String text = session.dialect().pick("TEXT", "timestamptz");
        Tx tx = new Tx(session);
        if (schema.ledger() == ArchiveSchema.Ledger.MODULE) {
            session.execute("CREATE TABLE IF NOT EXISTS _schema_versions (module TEXT PRIMARY KEY,"
                    + " version INTEGER NOT NULL, updated_at " + time + " DEFAULT CURRENT_TIMESTAMP)");
            tx.update("""
                    INSERT INTO _schema_versions (module, version, updated_at) VALUES (?, ?, ?)
                    ON CONFLICT (module) DO UPDATE SET version = excluded.version, updated_at = excluded.updated_at""", schema.module(), version.number(), TimeForm.UTC_MILLIS.stored(clock.instant()));
        } else {
            session.execute("CREATE TABLE IF NOT EXISTS SchemaVersions (version INTEGER PRIMARY KEY," + " applied_at "
                    + text + ", description TEXT)");
            tx.update("""
                    INSERT INTO SchemaVersions (version, applied_at, description) VALUES (?, ?, ?)
                    ON CONFLICT (version) DO NOTHING""", version.number(), TimeForm.UTC_MILLIS.stored(clock.instant()), version.description());
        }
    }

    /**
     * The version a file of another program really has: the highest whose tables and columns are all present,
     * regardless of the number the file claims. Empty if it is not even the first.
     *
     * @param scratch an empty database, in which the versions are laid out one by one to compare with
     */
    public OptionalInt recognise(Session file, Session scratch) throws SQLException {
        Map<String, Set<String>> actual = layout(file);
        OptionalInt found = OptionalInt.empty();
        for (ArchiveSchema.Version version : schema.versions()) {
            runSql(scratch, version.number());
            if (!contains(actual, layout(scratch))) {
                break;
            }
            found = OptionalInt.of(version.number());
        }
        return found;
    }

    /**
     * Whether a file has at least one table of the first version with all its columns: a program that lacked a
     * feature had no tables for it.
     *
     * @param scratch an empty database, in which the first version is laid out to compare with
     */
    public boolean hasPart(Session file, Session scratch) throws SQLException {
        Map<String, Set<String>> actual = layout(file);
        runSql(scratch, schema.versions().getFirst().number());
        return layout(scratch).entrySet().stream()
                .filter(table -> !table.getKey().startsWith("sqlite_")
                        && !table.getKey().contains("_fts")
                        && table.getValue().size() > 2)
                .anyMatch(table -> actual.getOrDefault(table.getKey(), Set.of()).containsAll(table.getValue()));
    }

    private static boolean contains(Map<String, Set<String>> actual, Map<String, Set<String>> expected) {
        return expected.entrySet().stream()
                .allMatch(table -> actual.getOrDefault(table.getKey(), Set.of()).containsAll(table.getValue()));
    }

    private static Map<String, Set<String>> layout(Session session) {
        Map<String, Set<String>> layout = new HashMap<>();
        new Tx(session)
                .each(
                        "SELECT lower(t.name), lower(c.name) FROM sqlite_schema t, pragma_table_xinfo(t.name) c WHERE t.type = 'table'",
                        row -> layout.computeIfAbsent(row.text(1), t -> new HashSet<>())
                                .add(row.text(2)));
        return layout;
    }

    /**
     * Takes over the ledger of another program: a single row under another name becomes this archive's, and what it
     * claims beyond the version that is really there is taken back.
     */
    public void adoptLedger(Session session, int version) {
        Tx tx = new Tx(session);
        if (!tables(session).contains(table().toLowerCase(Locale.ROOT))) {
            return;
        }
        if (schema.ledger() == ArchiveSchema.Ledger.HISTORY) {
            tx.update("DELETE FROM SchemaVersions WHERE version > ?", version);
        } else {
            if (tx.number("SELECT count(*) FROM _schema_versions") == 1) {
                tx.update("UPDATE _schema_versions SET module = ?", schema.module());
            }
            tx.update("UPDATE _schema_versions SET version = ? WHERE module = ?", version, schema.module());
        }
    }

    /** Notes the version of a database that needed no upgrade. */
    public void recordPresent(Session session, int version) throws SQLException {
        for (ArchiveSchema.Version known : schema.versions()) {
            if (known.number() <= version) {
                record(session, known);
            }
        }
    }
}
