package dev.stoa.storage.schema;

import dev.stoa.storage.schema.SchemaReport.Check;
import dev.stoa.storage.schema.SchemaReport.Column;
import dev.stoa.storage.schema.SchemaReport.ForeignKey;
import dev.stoa.storage.schema.SchemaReport.Index;
import dev.stoa.storage.schema.SchemaReport.Table;
import dev.stoa.storage.schema.SchemaReport.Trigger;
import dev.stoa.storage.schema.SchemaReport.Unique;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The reader of a SQLite schema. Not thread-safe. Pragmas tell most of it; checks, names of constraints, conditions
 * and expressions exist only as text in {@code sqlite_schema}, so they are as true as that text.
 */
final class SchemaReportSqlite {
    private final Connection connection;
    private final Map<String, String> statements = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final List<Index> indexes = new ArrayList<>();

    SchemaReportSqlite(Connection connection) {
        this.connection = connection;
    }

    SchemaReport read() throws SQLException {
        List<Trigger> triggers = new ArrayList<>();
        for (SchemaReportRow row :
                query("SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL")) {
            statements.put(row.text(1), row.text(3));
            if (row.text(0).equals("trigger") && !SchemaReport.isBookKeeping(row.text(2))) {
                triggers.add(new Trigger(row.text(1), row.text(2)));
            }
        }
        List<Table> tables = new ArrayList<>();
        for (SchemaReportRow row : query("""
                SELECT name, type, wr FROM pragma_table_list
                WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'""")) {
            if (!SchemaReport.isBookKeeping(row.text(0))) {
                tables.add(table(row.text(0), row.text(1), row.flag(2)));
            }
        }
        return new SchemaReport(tables, indexes, triggers);
    }

    private Table table(String name, String type, boolean withoutRowid) throws SQLException {
        String sql = statement(name);
        boolean isTable = type.equals("table");
        String kind = switch (type) {
            case "virtual" -> "virtual " + SchemaReportSql.module(sql);
            case "table" -> withoutRowid ? "table without rowid" : "table";
            default -> type;
        };
        List<Check> checks = isTable ? SchemaReportSql.checks(sql) : List.of();
        return new Table(name, kind, columns(name, sql), uniquesAndIndexes(name, sql), checks, foreignKeys(name));
    }

    private List<Column> columns(String table, String sql) throws SQLException {
        List<Column> columns = new ArrayList<>();
        for (SchemaReportRow row : query("""
                SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)
                WHERE hidden <> 1 ORDER BY cid""", table)) {
            boolean isNumbered = row.number(4) == 1 && SchemaReportSql.autoincrements(sql);
            String written = row.optional(3);
            String byDefault = isNumbered ? "autoincrement" : written == null ? null : SchemaReportSql.normal(written);
            columns.add(new Column(
                    row.text(0),
                    row.text(1).toLowerCase(Locale.ROOT),
                    row.flag(2),
                    row.number(5) > 1 ? "generated" : byDefault,
                    row.number(4)));
        }
        return columns;
    }

    private List<Unique> uniquesAndIndexes(String table, String sql) throws SQLException {
        List<Unique> uniques = new ArrayList<>();
        for (SchemaReportRow row : query("SELECT name, \"unique\", origin FROM pragma_index_list(?)", table)) {
            String name = row.text(0);
            switch (row.text(2)) {
                case "u" -> {
                    List<String> columns = terms(name, List.of());
                    uniques.add(
                            new Unique(columns, SchemaReportSql.uniqueNames(sql).get(columns)));
                }
                case "c" -> {
                    SchemaReportSql.IndexText text = SchemaReportSql.index(statement(name));
                    List<String> terms = terms(name, text.terms());
                    indexes.add(new Index(name, table, terms, row.flag(1), text.predicate(), "btree"));
                }
                default -> {
                    // The index of the primary key, which its columns tell already.
                }
            }
        }
        return uniques;
    }

    private List<String> terms(String index, List<String> written) throws SQLException {
        List<String> terms = new ArrayList<>();
        for (SchemaReportRow row : query("""
                SELECT name, "desc", coll FROM pragma_index_xinfo(?) WHERE "key" = 1 ORDER BY seqno""", index)) {
            String column = row.optional(0);
            String term = column != null ? column : written.get(terms.size()).replaceFirst(" (asc|desc)$", "");
            String collation = row.text(2).equals("BINARY") ? "" : " COLLATE " + row.text(2);
            terms.add(term + collation + (row.flag(1) ? " DESC" : ""));
        }
        return terms;
    }

    private List<ForeignKey> foreignKeys(String table) throws SQLException {
        Map<Integer, ForeignKey> keys = new TreeMap<>();
        for (SchemaReportRow row : query("""
                SELECT k.id, k."table", k."from", k.on_delete, coalesce(k."to",
                    (SELECT name FROM pragma_table_info(k."table") WHERE pk = k.seq + 1))
                FROM pragma_foreign_key_list(?) k ORDER BY k.id, k.seq""", table)) {
            ForeignKey one = new ForeignKey(List.of(row.text(2)), row.text(1), List.of(row.text(4)), row.text(3));
            keys.merge(row.number(0), one, SchemaReportSqlite::joined);
        }
        return List.copyOf(keys.values());
    }

    private static ForeignKey joined(ForeignKey first, ForeignKey next) {
        List<String> columns = new ArrayList<>(first.columns());
        columns.addAll(next.columns());
        List<String> targets = new ArrayList<>(first.targetColumns());
        targets.addAll(next.targetColumns());
        return new ForeignKey(columns, first.target(), targets, first.onDelete());
    }

    private List<SchemaReportRow> query(String sql, String... parameters) throws SQLException {
        return SchemaReportRow.query(connection, sql, parameters);
    }

    private String statement(String name) {
        String sql = statements.get(name);
        if (sql == null) {
            throw new IllegalStateException("sqlite_schema has no statement for " + name);
        }
        return sql;
    }
}
