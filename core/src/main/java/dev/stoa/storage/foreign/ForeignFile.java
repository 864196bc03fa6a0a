package dev.stoa.storage.foreign;

import dev.stoa.storage.Fault;
import dev.stoa.storage.ForeignTables;
import dev.stoa.storage.Row;
import dev.stoa.storage.TemporaryFolder;
import dev.stoa.storage.sqlite.SqliteRestore;
import dev.stoa.storage.sqlite.SqliteSession;
import dev.stoa.storage.sqlite.SqliteTables;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A SQLite database of another program, for readers that know its tables. Not thread-safe. What was opened by
 * its path is a copy, so that the file itself and what lies beside it stay as they are.
 */
public final class ForeignFile implements ForeignTables, AutoCloseable {
    private final SqliteSession session;
    private final Path copies;

    private ForeignFile(SqliteSession session, Path copies) {
        this.session = session;
        this.copies = copies;
    }

    /** Copies a file, with what its log holds, and opens the copy; one that is no whole database is refused. */
    public static ForeignFile open(Path file) {
        Path copies = null;
        try {
            copies = TemporaryFolder.make("stoa-import-").path();
            Path copy = copies.resolve("copy.db");
            ForeignDatabase.copy(file, copy);
            return new ForeignFile(ForeignDatabase.open(copy, SqliteSession.Access.READ), copies);
        } catch (SQLException e) {
            discard(copies);
            throw Fault.of("import", e);
        } catch (RuntimeException e) {
            discard(copies);
            throw e;
        }
    }

    @Override
    public Map<String, Set<String>> tables() {
        return new SqliteTables(session).tables();
    }

    @Override
    public boolean hasRowids(String table) {
        return new SqliteTables(session).hasRowids(table);
    }

    @Override
    public boolean isOurs() {
        return new SqliteTables(session).isOurs();
    }

    @Override
    public void each(String sql, Consumer<Row> consumer) {
        new SqliteTables(session).each(sql, consumer);
    }

    @Override
    public void close() {
        session.close();
        discard(copies);
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
