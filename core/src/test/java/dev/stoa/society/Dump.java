package dev.stoa.society;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Everything in a society at one moment, table by table. Not thread-safe. */
public final class Dump {
    /** What stands where nothing is. */
    public static final String NULL = "␀";

    private static final String SQLITE = """
            SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'search_text%'""";

    private static final String POSTGRES = """
            SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()""";

    private Dump() {}

    /** The columns of all tables. */
    public static Map<String, List<String>> columns(Archive archive) {
        Map<String, List<String>> columns = new TreeMap<>();
        String sql = archive.dialect() == Dialect.SQLITE ? SQLITE : POSTGRES;
        archive.read(tx -> {
            tx.each(
                    sql,
                    row -> columns.computeIfAbsent(row.text(1), table -> new ArrayList<>())
                            .add(row.text(2)));
            return true;
        });
        return columns;
    }

    /** The rows of all tables, as text; the order of rows says nothing. */
    public static Map<String, List<Map<String, String>>> of(Archive archive) {
        Map<String, List<String>> columns = columns(archive);
        return archive.read(tx -> {
            Map<String, List<Map<String, String>>> tables = new TreeMap<>();
            columns.forEach((table, names) -> tables.put(
                    table, tx.list("SELECT " + String.join(", ", names) + " FROM " + table, row -> cells(row, names))));
            return tables;
        });
    }

    private static Map<String, String> cells(Row row, List<String> names) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            cells.put(names.get(i), Objects.requireNonNullElse(row.textOrNull(i + 1), NULL));
        }
        return cells;
    }

    /** The same as one text for each row, in an order of its own, for comparing. */
    public static Map<String, List<String>> lines(Map<String, List<Map<String, String>>> tables) {
        Map<String, List<String>> lines = new TreeMap<>();
        tables.forEach((table, rows) -> lines.put(
                table,
                rows.stream().map(row -> new TreeMap<>(row).toString()).sorted().toList()));
        return lines;
    }

    /** Everything there is, for comparing. */
    public static Map<String, List<String>> lines(Archive archive) {
        return lines(of(archive));
    }
}
