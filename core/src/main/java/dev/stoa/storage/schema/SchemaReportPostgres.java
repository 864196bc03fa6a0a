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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reader of one PostgreSQL schema through {@code pg_catalog}. Not thread-safe. Each kind of thing is one query over
 * the whole schema, so the parts of a report can differ in age if somebody changes the schema meanwhile.
 */
final class SchemaReportPostgres {
    /** Names the server makes up for constraints that were given none. */
    private static final Pattern GENERATED_NAME = Pattern.compile(".*_(key|check)\\d*");

    private final Connection connection;
    private final String schema;

    SchemaReportPostgres(Connection connection, String schema) {
        this.connection = connection;
        this.schema = schema;
    }

    SchemaReport read() throws SQLException {
        Map<String, List<Column>> columns = columns();
        Map<String, List<Unique>> uniques = new HashMap<>();
        Map<String, List<Check>> checks = new HashMap<>();
        Map<String, List<ForeignKey>> foreignKeys = foreignKeys();
        for (SchemaReportRow row : query("""
                SELECT t.relname, c.contype, c.conname, pg_get_expr(c.conbin, c.conrelid),
                    (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(c.conkey) WITH ORDINALITY AS k(attnum, n)
                     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum)
                FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace s ON s.oid = t.relnamespace
                WHERE s.nspname = ? AND c.contype IN ('u', 'c') ORDER BY c.conname""")) {
            String table = row.text(0);
            if (row.text(1).equals("u")) {
                add(uniques, table, new Unique(names(row.text(4)), givenName(row.text(2))));
            } else {
                add(checks, table, new Check(SchemaReportSql.normal(row.text(3)), givenName(row.text(2))));
            }
        }
        List<Table> tables = new ArrayList<>();
        for (SchemaReportRow row : query("""
                SELECT t.relname, CASE t.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' ELSE 'table' END
                FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace
                WHERE s.nspname = ? AND t.relkind IN ('r', 'p', 'v', 'm')""")) {
            String name = row.text(0);
            if (!SchemaReport.isBookKeeping(name)) {
                tables.add(new Table(
                        name,
                        row.text(1),
                        columns.getOrDefault(name, List.of()),
                        uniques.getOrDefault(name, List.of()),
                        checks.getOrDefault(name, List.of()),
                        foreignKeys.getOrDefault(name, List.of())));
            }
        }
        return new SchemaReport(tables, indexes(), triggers());
    }

    private Map<String, List<Column>> columns() throws SQLException {
        Map<String, List<Column>> columns = new HashMap<>();
        for (SchemaReportRow row : query("""
                SELECT t.relname, a.attname,
                    format_type(a.atttypid, a.atttypmod)
                        || coalesce((SELECT ' collate ' || quote_ident(c.collname) FROM pg_collation c
                                     WHERE c.oid = a.attcollation AND a.attcollation <> y.typcollation), ''),
                    a.attnotnull, a.attidentity::text, a.attgenerated <> '', pg_get_expr(d.adbin, d.adrelid),
                    coalesce(array_position(k.conkey, a.attnum), 0)
                FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid
                JOIN pg_class t ON t.oid = a.attrelid JOIN pg_namespace s ON s.oid = t.relnamespace
                LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
                LEFT JOIN pg_constraint k ON k.conrelid = a.attrelid AND k.contype = 'p'
                WHERE s.nspname = ? AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum""")) {
            String expression = row.optional(6);
            String byDefault = switch (row.text(4)) {
                case "d" -> "identity";
                case "a" -> "identity always";
                default -> expression == null ? null : SchemaReportSql.normal(expression);
            };
            add(
                    columns,
                    row.text(0),
                    new Column(
                            row.text(1),
                            row.text(2),
                            row.flag(3),
                            row.flag(5) ? "generated " + byDefault : byDefault,
                            row.number(7)));
        }
        return columns;
    }

    private Map<String, List<ForeignKey>> foreignKeys() throws SQLException {
        Map<String, List<ForeignKey>> keys = new HashMap<>();
        for (SchemaReportRow row : query("""
                SELECT t.relname, f.relname, c.confdeltype,
                    (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(c.conkey) WITH ORDINALITY AS k(attnum, n)
                     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum),
                    (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(c.confkey) WITH ORDINALITY AS k(attnum, n)
                     JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.attnum)
                FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class f ON f.oid = c.confrelid
                JOIN pg_namespace s ON s.oid = t.relnamespace
                WHERE s.nspname = ? AND c.contype = 'f' ORDER BY c.conname""")) {
            String onDelete = switch (row.text(2)) {
                case "c" -> "CASCADE";
                case "n" -> "SET NULL";
                case "d" -> "SET DEFAULT";
                case "r" -> "RESTRICT";
                default -> "NO ACTION";
            };
            add(keys, row.text(0), new ForeignKey(names(row.text(3)), row.text(1), names(row.text(4)), onDelete));
        }
        return keys;
    }

    /** Of sort order and operator class only what is not the default is told: DESC puts nulls first by itself. */
    private List<Index> indexes() throws SQLException {
        Map<String, Index> indexes = new HashMap<>();
        for (SchemaReportRow row : query("""
                SELECT i.relname, t.relname, x.indisunique, pg_get_expr(x.indpred, x.indrelid), m.amname,
                    pg_get_indexdef(x.indexrelid, k.n, false)
                        || CASE WHEN o.opcdefault THEN '' ELSE ' ' || o.opcname END,
                    CASE x.indoption[k.n - 1] WHEN 3 THEN ' DESC' WHEN 1 THEN ' DESC NULLS LAST'
                        WHEN 2 THEN ' NULLS FIRST' ELSE '' END
                FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
                JOIN pg_namespace s ON s.oid = t.relnamespace JOIN pg_am m ON m.oid = i.relam
                CROSS JOIN LATERAL generate_series(1, x.indnkeyatts) AS k(n)
                JOIN pg_opclass o ON o.oid = x.indclass[k.n - 1]
                WHERE s.nspname = ? AND NOT EXISTS (
                    SELECT 1 FROM pg_constraint c WHERE c.conindid = x.indexrelid AND c.contype IN ('p', 'u', 'x'))
                ORDER BY i.relname, k.n""")) {
            String predicate = row.optional(3);
            Index one = new Index(
                    row.text(0),
                    row.text(1),
                    List.of(SchemaReportSql.normal(row.text(5)) + row.text(6)),
                    row.flag(2),
                    predicate == null ? null : SchemaReportSql.normal(predicate),
                    row.text(4));
            if (!SchemaReport.isBookKeeping(one.table())) {
                indexes.merge(one.name(), one, SchemaReportPostgres::joined);
            }
        }
        return List.copyOf(indexes.values());
    }

    private static Index joined(Index first, Index next) {
        List<String> terms = new ArrayList<>(first.terms());
        terms.addAll(next.terms());
        return new Index(first.name(), first.table(), terms, first.unique(), first.predicate(), first.method());
    }

    private List<Trigger> triggers() throws SQLException {
        List<Trigger> triggers = new ArrayList<>();
        for (SchemaReportRow row : query("""
                SELECT g.tgname, t.relname FROM pg_trigger g
                JOIN pg_class t ON t.oid = g.tgrelid JOIN pg_namespace s ON s.oid = t.relnamespace
                WHERE s.nspname = ? AND NOT g.tgisinternal""")) {
            if (!SchemaReport.isBookKeeping(row.text(1))) {
                triggers.add(new Trigger(row.text(0), row.text(1)));
            }
        }
        return triggers;
    }

    private List<SchemaReportRow> query(String sql) throws SQLException {
        return SchemaReportRow.query(connection, sql, schema);
    }

    private static @Nullable String givenName(String name) {
        return GENERATED_NAME.matcher(name).matches() ? null : name;
    }

    private static List<String> names(String joined) {
        return List.of(joined.split(",", -1));
    }

    private static <T> void add(Map<String, List<T>> lists, String table, T item) {
        lists.computeIfAbsent(table, name -> new ArrayList<>()).add(item);
    }
}
