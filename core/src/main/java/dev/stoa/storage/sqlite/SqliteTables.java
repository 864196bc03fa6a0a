package dev.stoa.storage.sqlite;

import dev.stoa.storage.ForeignTables;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The tables of an open SQLite database that another program wrote. Not thread-safe, as its session is not. */
public record SqliteTables(SqliteSession session) implements ForeignTables {
    @Override
    public Map<String, Set<String>> tables() {
        Map<String, Set<String>> tables = new TreeMap<>();
        new Tx(session)
                .each(
                        """
                        SELECT t.name, c.name FROM pragma_table_list t, pragma_table_xinfo(t.name) c
                        WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'""",
                        row -> tables.computeIfAbsent(lower(row.text(1)), table -> new TreeSet<>())
                                .add(lower(row.text(2))));
        return tables;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean hasRowids(String table) {
        return new Tx(session)
                        .number(
                                "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND lower(name) = ? AND wr = 0",
                                table)
                > 0;
    }

    @Override
    public boolean isOurs() {
        return tables().containsKey("_schema_versions")
                || new Tx(session).number("SELECT application_id FROM pragma_application_id")
                        == SqliteFile.APPLICATION_ID;
    }

    @Override
    public void each(String sql, Consumer<Row> consumer) {
        new Tx(session).each(sql, consumer);
    }
}
