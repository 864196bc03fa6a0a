package dev.stoa.search.text;

import java.util.List;

/**
 * Where the words of rows are. Immutable, safe from any thread.
 *
 * @param fts the FTS5 table in SQLite
 * @param table the table in PostgreSQL
 * @param key the column of that table that has the values of {@code rowid} in the FTS5 table
 * @param vector the column of that table that holds the words
 * @param columns the columns of the FTS5 table; one of weight 0 is stored and never searched
 */
public record TextPlace(String fts, String table, String key, String vector, List<TextTable.Column> columns) {
    public TextPlace {
        columns = List.copyOf(columns);
    }

    /** The columns that are searched. */
    List<TextTable.Column> searched() {
        return columns.stream().filter(column -> column.weight() > 0).toList();
    }
}
