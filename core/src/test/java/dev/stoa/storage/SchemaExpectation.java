package dev.stoa.storage;

import dev.stoa.storage.schema.SchemaReport;
import dev.stoa.storage.schema.SchemaReport.Check;
import dev.stoa.storage.schema.SchemaReport.Column;
import dev.stoa.storage.schema.SchemaReport.ForeignKey;
import dev.stoa.storage.schema.SchemaReport.Index;
import dev.stoa.storage.schema.SchemaReport.Table;
import dev.stoa.storage.schema.SchemaReport.Trigger;
import dev.stoa.storage.schema.SchemaReport.Unique;
import dev.stoa.storage.schema.SchemaReportSql;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The schema an archive must have on one backend, read from the tables in {@code expected-schema}. A cell {@code a / b}
 * holds the value for SQLite and that for PostgreSQL, a dash holds nothing. What a backend has not at all is
 * {@code absent}: the kind of a table, the type of a column, the table of a trigger, the method of an index, which is {@code unique btree} where
 * it is unique.
 */
final class SchemaExpectation {
    private static final String ABSENT = "absent";
    private static final String UNIQUE = "unique ";

    private final boolean isSqlite;
    private final Map<String, List<List<String>>> sections = new LinkedHashMap<>();

    private SchemaExpectation(String text, boolean isSqlite) {
        this.isSqlite = isSqlite;
        String section = "";
        for (String line : text.split("\n", -1)) {
            if (line.startsWith("## ")) {
                section = line.substring(3);
            } else if (line.startsWith("| ")) {
                List<String> cells = Stream.of(
                                line.substring(2, line.lastIndexOf(" |")).split(" \\| ", -1))
                        .map(String::strip)
                        .toList();
                sections.computeIfAbsent(section, name -> new ArrayList<>()).add(cells);
            }
        }
        // The first row of each table is its head.
        sections.values().forEach(rows -> rows.removeFirst());
    }

    static SchemaReport ofSqlite(SchemaSeed seed) {
        return new SchemaExpectation(text(seed), true).report();
    }

    static SchemaReport ofPostgres(SchemaSeed seed) {
        return new SchemaExpectation(text(seed), false).report();
    }

    private static String text(SchemaSeed seed) {
        String path = "/expected-schema/" + seed.archive() + ".md";
        try (InputStream in = SchemaExpectation.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(path, failed);
        }
    }

    private SchemaReport report() {
        Map<String, String> kinds =
                rows("kinds").stream().collect(Collectors.toMap(row -> row.get(0), row -> row.get(isSqlite ? 1 : 2)));
        List<Table> tables = rows("columns").stream()
                .map(row -> row.get(0))
                .distinct()
                .filter(name -> !ABSENT.equals(kinds.get(name)))
                .map(name -> new Table(
                        identifier(name),
                        kinds.getOrDefault(name, "table"),
                        rows("columns").stream()
                                .filter(row ->
                                        row.get(0).equals(name) && !type(row).equals(ABSENT))
                                .map(this::column)
                                .toList(),
                        of("uniques", name, row -> new Unique(names(row.get(1)), orNull(row.get(2)))),
                        of("checks", name, row -> new Check(sql(row.get(2)), orNull(row.get(1)))),
                        of("foreign keys", name, this::foreignKey)))
                .toList();
        return new SchemaReport(
                tables,
                rows("indexes").stream()
                        .filter(row -> !mine(row.get(3)).equals(ABSENT))
                        .map(this::index)
                        .toList(),
                rows("triggers").stream()
                        .filter(row -> !mine(row.get(1)).equals(ABSENT))
                        .map(row -> new Trigger(row.get(0), identifier(mine(row.get(1)))))
                        .toList());
    }

    private Column column(List<String> row) {
        String type = type(row);
        String key = row.get(6);
        int keyPosition = key.equals("-") ? 0 : key.equals("PK") ? 1 : Integer.parseInt(key.substring(3));
        String byDefault = orNull(mine(row.get(5)));
        return new Column(
                row.get(1),
                type.equals("-") ? "" : isSqlite ? type.toLowerCase(Locale.ROOT) : type,
                mine(row.get(4)).equals("no"),
                byDefault == null ? null : sql(byDefault),
                keyPosition);
    }

    private String type(List<String> row) {
        return row.get(isSqlite ? 2 : 3);
    }

    private ForeignKey foreignKey(List<String> row) {
        String target = row.get(2);
        int open = target.indexOf('(');
        return new ForeignKey(
                names(row.get(1)),
                identifier(target.substring(0, open)),
                names(target.substring(open + 1, target.length() - 1)),
                row.get(3));
    }

    private Index index(List<String> row) {
        String condition = orNull(row.get(4));
        String method = mine(row.get(3));
        return new Index(
                row.get(0),
                identifier(row.get(1)),
                names(mine(row.get(2))),
                method.startsWith(UNIQUE),
                condition == null ? null : sql(condition),
                method.startsWith(UNIQUE) ? method.substring(UNIQUE.length()) : method);
    }

    private <T> List<T> of(String section, String table, Function<List<String>, T> part) {
        return rows(section).stream()
                .filter(row -> row.get(0).equals(table))
                .map(part)
                .toList();
    }

    private List<List<String>> rows(String section) {
        return sections.getOrDefault(section, List.of());
    }

    private String mine(String cell) {
        int slash = cell.indexOf(" / ");
        return slash < 0 ? cell : isSqlite ? cell.substring(0, slash) : cell.substring(slash + 3);
    }

    private String sql(String cell) {
        String text = mine(cell);
        for (List<String> row : rows("abbreviations")) {
            text = text.equals(row.get(0)) ? row.get(1) : text;
        }
        return SchemaReportSql.normal(text);
    }

    private String identifier(String name) {
        return isSqlite ? name : name.toLowerCase(Locale.ROOT);
    }

    /** The arguments of a function stay with it. */
    private static List<String> names(String cell) {
        return List.of(cell.split(", (?![^(]*\\))", -1));
    }

    private static @Nullable String orNull(String cell) {
        return cell.equals("-") ? null : cell;
    }
}
