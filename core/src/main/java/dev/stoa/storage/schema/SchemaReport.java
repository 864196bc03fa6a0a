package dev.stoa.storage.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The schema a database really has, read from its own catalogue. Immutable. Two reports compare only if they come from
 * the same kind of database: types and expressions are spelled as that database spells them.
 *
 * <p>Book-keeping is left out: the version tables, {@code archive_sequence}, and what the database keeps for itself.
 */
public record SchemaReport(List<Table> tables, List<Index> indexes, List<Trigger> triggers) {
    private static final Set<String> BOOK_KEEPING =
            Set.of("_schema_versions", "schemaversions", "archive_sequence", "text_sizes");

    public SchemaReport {
        tables = tables.stream().sorted(Comparator.comparing(Table::name)).toList();
        indexes = indexes.stream().sorted(Comparator.comparing(Index::name)).toList();
        triggers = triggers.stream()
                .sorted(Comparator.comparing(Trigger::table).thenComparing(Trigger::name))
                .toList();
    }

    /** A table, view or virtual table; {@code kind} says which, with its special properties. */
    public record Table(
            String name,
            String kind,
            List<Column> columns,
            List<Unique> uniques,
            List<Check> checks,
            List<ForeignKey> foreignKeys) {
        public Table {
            columns = List.copyOf(columns);
            uniques = List.copyOf(uniques);
            checks = List.copyOf(checks);
            foreignKeys = List.copyOf(foreignKeys);
        }

        List<String> primaryKey() {
            return columns.stream()
                    .filter(column -> column.keyPosition() > 0)
                    .sorted(Comparator.comparingInt(Column::keyPosition))
                    .map(Column::name)
                    .toList();
        }
    }

    /** A column; {@code keyPosition} counts from 1 in the primary key and is 0 outside of it. */
    public record Column(
            String name,
            String type,
            boolean notNull,
            @Nullable String byDefault,
            int keyPosition) {}

    /** A unique constraint; without a name where the database made one up. */
    public record Unique(List<String> columns, @Nullable String name) {}

    /** A check; without a name where the database made one up. */
    public record Check(String expression, @Nullable String name) {}

    /** A foreign key; {@code onDelete} as SQL says it, for example {@code SET NULL}. */
    public record ForeignKey(List<String> columns, String target, List<String> targetColumns, String onDelete) {}

    /** An index that is not the shadow of a key; its terms carry {@code DESC} and other non-defaults. */
    public record Index(
            String name,
            String table,
            List<String> terms,
            boolean unique,
            @Nullable String predicate,
            String method) {}

    /** A trigger; known by name and table only. */
    public record Trigger(String name, String table) {}

    /** The schema of the main database of a SQLite connection. */
    public static SchemaReport ofSqlite(Connection connection) throws SQLException {
        return new SchemaReportSqlite(connection).read();
    }

    /** The schema of that name in the database of a PostgreSQL connection. */
    public static SchemaReport ofPostgres(Connection connection, String schema) throws SQLException {
        return new SchemaReportPostgres(connection, schema).read();
    }

    public static boolean isBookKeeping(String table) {
        return BOOK_KEEPING.contains(table.toLowerCase(Locale.ROOT));
    }

    /**
     * What this schema has and the actual one lacks or has otherwise, one sentence each. What the actual one has
     * besides is no difference; for a missing table only its absence is reported.
     */
    public List<String> missingFrom(SchemaReport actual) {
        SortedMap<String, Fact> there = actual.facts();
        List<String> sentences = new ArrayList<>();
        facts().forEach((subject, expected) -> {
            Fact found = there.get(subject);
            if (found != null) {
                sentences.addAll(expected.contradictions(subject, found));
            } else if (expected.isTable() || there.containsKey("table " + expected.table())) {
                sentences.add(subject + " is missing");
            }
        });
        return sentences;
    }

    /** {@link #missingFrom} and also what the actual schema has besides. */
    public List<String> differencesFrom(SchemaReport actual) {
        SortedMap<String, Fact> here = facts();
        List<String> sentences = new ArrayList<>(missingFrom(actual));
        actual.facts().forEach((subject, found) -> {
            if (!here.containsKey(subject) && (found.isTable() || here.containsKey("table " + found.table()))) {
                sentences.add(subject + " is additional");
            }
        });
        return sentences;
    }

    /** One thing the schema has, as words: what is compared is exactly what a sentence can say. */
    private record Fact(String table, boolean isTable, Map<String, String> properties) {
        List<String> contradictions(String subject, Fact actual) {
            return properties.entrySet().stream()
                    .filter(property -> !spelled(property.getKey(), property.getValue())
                            .equals(spelled(property.getKey(), actual.properties.get(property.getKey()))))
                    .map(property -> "%s: %s is %s, expected %s"
                            .formatted(
                                    subject,
                                    property.getKey(),
                                    actual.properties.get(property.getKey()),
                                    property.getValue()))
                    .toList();
        }
    }

    /** A property in one of the spellings that mean the same: another hand may have chosen another. */
    private static String spelled(String property, @Nullable String value) {
        String text = String.valueOf(value);
        String lower = text.toLowerCase(Locale.ROOT);
        return switch (property) {
            case "default" -> lower.equals("now()") || lower.equals("current_timestamp") ? "now()" : text;
            case "type" -> text.equals("bigint") || text.equals("integer") ? "bigint" : text;
            default -> text;
        };
    }

    private SortedMap<String, Fact> facts() {
        SortedMap<String, Fact> facts = new TreeMap<>();
        for (Table table : tables) {
            facts.put(
                    "table " + table.name(),
                    new Fact(
                            table.name(),
                            true,
                            properties("kind", table.kind(), "primary key", list(table.primaryKey()))));
            addParts(facts, table);
        }
        for (Index index : indexes) {
            facts.put("index " + index.name(), new Fact(index.table(), false, properties(index)));
        }
        for (Trigger trigger : triggers) {
            facts.put(
                    "trigger %s of %s".formatted(trigger.name(), trigger.table()),
                    new Fact(trigger.table(), false, Map.of()));
        }
        return facts;
    }

    private static void addParts(Map<String, Fact> facts, Table table) {
        String name = table.name();
        for (Column column : table.columns()) {
            Map<String, String> properties = properties(
                    "type", column.type(),
                    "null", column.notNull() ? "refused" : "allowed",
                    "default", orNone(column.byDefault()));
            facts.put(name + "." + column.name(), new Fact(name, false, properties));
        }
        for (Unique unique : table.uniques()) {
            facts.put(
                    "unique %s of %s".formatted(list(unique.columns()), name),
                    new Fact(name, false, properties("name", orNone(unique.name()))));
        }
        for (Check check : table.checks()) {
            String subject = check.name() == null ? "(" + check.expression() + ")" : check.name();
            facts.put(
                    "check %s of %s".formatted(subject, name),
                    new Fact(name, false, properties("condition", check.expression())));
        }
        for (ForeignKey key : table.foreignKeys()) {
            facts.put(
                    "foreign key %s%s to %s%s"
                            .formatted(name, list(key.columns()), key.target(), list(key.targetColumns())),
                    new Fact(name, false, properties("on delete", key.onDelete())));
        }
    }

    private static Map<String, String> properties(Index index) {
        return properties(
                "table", index.table(),
                "terms", list(index.terms()),
                "unique", index.unique() ? "yes" : "no",
                "condition", orNone(index.predicate()),
                "method", index.method());
    }

    private static Map<String, String> properties(String... pairs) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.put(pairs[i], pairs[i + 1]);
        }
        return properties;
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "none" : names.stream().collect(Collectors.joining(", ", "(", ")"));
    }

    private static String orNone(@Nullable String text) {
        return text == null ? "none" : text;
    }
}
