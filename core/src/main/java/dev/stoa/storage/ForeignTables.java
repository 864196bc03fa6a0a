package dev.stoa.storage;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The tables of a database that another program wrote, to be read only. */
public interface ForeignTables {
    /** The columns of each table, all in lower case; indexes of text and what they consist of are no tables. */
    Map<String, Set<String>> tables();

    /** Whether the rows of a table know in which order they were inserted. */
    boolean hasRowids(String table);

    /** Whether this program wrote the file, or says which version of an archive it is. */
    boolean isOurs();

    /** Hands every row of a query to the consumer. */
    void each(String sql, Consumer<Row> consumer);
}
