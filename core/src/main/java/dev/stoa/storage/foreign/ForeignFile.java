package dev.stoa.storage.foreign;

import dev.stoa.base.UnavailableException;
import dev.stoa.storage.Fault;
import dev.stoa.storage.ForeignTables;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import dev.stoa.storage.sqlite.SqliteFile;
import dev.stoa.storage.sqlite.SqliteRestore;
import dev.stoa.storage.sqlite.SqliteSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A SQLite database of another program, to be read by those who know its tables. Not thread-safe. What was opened by
 * its path is a copy, so that the file itself and what lies beside it stay as they are.
 */
public final class ForeignFile implements ForeignTables, AutoCloseable {
    private final SqliteSession session;
    private final @Nullable Path copies;

    private ForeignFile(SqliteSession session, @Nullable Path copies) {
        this.session = session;
        this.copies = copies;
    }

    /** Copies a file, with what its log holds, and opens the copy; one that is no whole database is refused. */
    public static ForeignFile open(Path file) {
        Path copies = null;
        try {
            copies = Files.createTempDirectory("stoa-import-");
            Path copy = copies.resolve("copy.db");
            ForeignDatabase.copy(file, copy);
            return new ForeignFile(ForeignDatabase.open(copy, SqliteSession.Access.READ), copies);
        } catch (SQLException e) {
            discard(copies);
            throw Fault.of("import", e);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write", "no copy of " + file + " can be made (" + e.getMessage() + ")", "make space", e);
        } catch (RuntimeException e) {
            discard(copies);
            throw e;
        }
    }

    /** A database that is open already; closing this leaves it open. */
    public static ForeignFile over(SqliteSession session) {
        return new ForeignFile(session, null);
    }

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

    @Override
    public void close() {
        if (copies != null) {
            session.close();
            discard(copies);
        }
    }

    private static void discard(@Nullable Path folder) {
        try {
            if (folder != null) {
                SqliteRestore.deleteAll(folder);
            }
        } catch (IOException ignored) {
            // The system clears its temporary folder.
        }
    }
}
