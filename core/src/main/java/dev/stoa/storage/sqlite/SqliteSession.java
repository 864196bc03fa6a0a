package dev.stoa.storage.sqlite;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.Fault;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.Session;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.TimeForm;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/**
 * A connection to a SQLite file that keeps its statements prepared. Not thread-safe. Transactions are begun and ended
 * by SQL of ours, and the driver is configured to add nothing of its own.
 */
public final class SqliteSession extends Session {
    /**
     * How long the log grows before it is moved into the file, 32 MiB. A row with many indexes touches some twenty
     * pages, so SQLite's own 1,000 would wait for the disk after every fifty of them, and write the same pages again.
     */
    private static final int CHECKPOINT_PAGES = 8_000;

    /**
     * What a writer keeps of the file between transactions, 4 MB. At a commit after which a page of a tree was divided
     * SQLite looks through every page that it keeps, which with the 64 MB of a reader takes longer than the commit. What
     * is not kept comes from the memory of the system.
     */
    private static final int WRITER_MEGABYTES = 4;

    // Prepared statements per connection, the least recently used dropped first: filters build SQL of many forms.
    private static final int KEPT = 256;

    private static final @Nullable Object[] NONE = {};

    private static final long PAUSE_NANOS = MILLISECONDS.toNanos(2);

    private final Connection connection;
    private @Nullable Boolean utf8;
    private @Nullable Guard guard;
    private final Map<String, Kept> kept = new LinkedHashMap<>(64, 0.75f, true);

    private SqliteSession(String archive, TimeForm timeForm, Connection connection) {
        super(archive, timeForm);
        this.connection = connection;
    }

    /** What a connection may do to the file. */
    public enum Access {
        READ,
        WRITE,
        CREATE
    }

    /** Opens a connection with the settings every archive has, and leaves the journal mode of the file alone. */
    public static SqliteSession open(
            String archive, TimeForm timeForm, Path file, Access access, StorageSettings settings) throws SQLException {
        SqliteLibrary.require();
        SQLiteConfig config = new SQLiteConfig();
        // Otherwise the driver prepares and runs a query for the last row id after every insert.
        config.setGetGeneratedKeys(false);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        // The driver lets one thread at a time into a connection, so SQLite need not lock it again for every value.
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        if (access == Access.READ) {
            config.setReadOnly(true);
        } else if (access == Access.CREATE) {
            config.setOpenMode(SQLiteOpenMode.CREATE);
            makePrivate(file);
        }
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        SqliteSession session = new SqliteSession(archive, timeForm, connection);
        try {
            // This sets what the driver believes and runs nothing. In its autocommit mode it would try to begin and to
            // commit a transaction of its own after every statement that returns no rows.
            connection.unwrap(SQLiteConnection.class).getConnectionConfig().setAutoCommit(false);
            session.script("PRAGMA busy_timeout = " + settings.busyTimeout().toMillis());
            session.script("PRAGMA foreign_keys = ON");
            session.script("PRAGMA temp_store = MEMORY");
            if (access == Access.READ) {
                session.script("PRAGMA cache_size = " + -1000L * settings.cacheMegabytes());
            } else {
                session.script("PRAGMA cache_size = " + -1000L * Math.min(WRITER_MEGABYTES, settings.cacheMegabytes()));
                // A large transaction keeps its own pages in memory all the same, and writes each of them once.
                session.script("PRAGMA cache_spill = " + -1000L * settings.cacheMegabytes());
                // What is deleted is overwritten, also on pages that become free.
                session.script("PRAGMA secure_delete = ON");
            }
            session.script("PRAGMA synchronous = " + settings.durability().name());
            session.script("PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
            return session;
        } catch (SQLException e) {
            session.close();
            throw e;
        }
    }

    /** Makes the file itself, because SQLite would follow the umask; its log and index take the mode of the file. */
    private static void makePrivate(Path file) {
        try {
            PrivateFiles.touch(file);
        } catch (IOException ignored) {
            // SQLite meets the same obstacle and names it.
        }
    }

    /** A database that lives as long as its connection, for working out what the migrations build. */
    public static SqliteSession inMemory(String archive) throws SQLException {
        SqliteLibrary.require();
        return new SqliteSession(
                archive, TimeForm.UTC_MILLIS, new SQLiteConfig().createConnection("jdbc:sqlite::memory:"));
    }

    /** The version of this database's layout, regardless of the number it claims. */
    public OptionalInt recognise(Migrations migrations) throws SQLException {
        try (SqliteSession scratch = inMemory(archive())) {
            return migrations.recognise(this, scratch);
        }
    }

    /** Whether this database has at least one table of the first version with all its columns. */
    public boolean hasPart(Migrations migrations) throws SQLException {
        try (SqliteSession scratch = inMemory(archive())) {
            return migrations.hasPart(this, scratch);
        }
    }

    /**
     * Turns to write-ahead logging if the file does not use it yet, which is kept in the file; false if it cannot. The
     * change takes the file from a reader's lock to its only user's, for which SQLite does not wait, so this does: of
     * two processes that open a file for the first time, one is refused at once.
     */
    boolean useWal(Duration patience) throws SQLException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return pragma("journal_mode").equals("wal")
                        || pragma("journal_mode = WAL").equals("wal");
            } catch (SQLiteException e) {
                boolean busy = (e.getResultCode().code & 0xff) == SQLiteErrorCode.SQLITE_BUSY.code;
                if (!busy || System.nanoTime() - deadline >= 0) {
                    throw e;
                }
                LockSupport.parkNanos(this, PAUSE_NANOS);
                if (Thread.currentThread().isInterrupted()) {
                    throw Fault.interrupted(new InterruptedException());
                }
            }
        }
    }

    public String pragma(String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("PRAGMA " + name)) {
            return result.next() ? String.valueOf(result.getString(1)) : "";
        }
    }

    /** Whether the file has its text in UTF-8; one that others have made may have it in UTF-16. */
    private boolean isUtf8() throws SQLException {
        if (utf8 == null) {
            utf8 = pragma("encoding").equals("UTF-8");
        }
        return utf8;
    }

    /** Runs several statements at once. */
    @Override
    public void script(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    public Connection connection() {
        return connection;
    }

    /** Copies the whole database, write-ahead log included, as one consistent state into a new file. */
    public void copyTo(Path target) throws SQLException {
        makePrivate(target);
        int code = connection.unwrap(SQLiteConnection.class).getDatabase().backup("main", target.toString(), null);
        if (code != SQLiteErrorCode.SQLITE_OK.code) {
            SQLiteErrorCode reason = SQLiteErrorCode.getErrorCode(code);
            throw new SQLiteException("copying to " + target.getFileName() + " failed: " + reason.message, reason);
        }
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public Use use(String sql) throws SQLException {
        return lend(sql);
    }

    /** Asks the driver's own connection: a result of JDBC names all columns anew, for every query. */
    @Override
    public <T extends @Nullable Object> T query(String sql, @Nullable Object[] params, Reading<T> reading)
            throws SQLException {
        try (Kept lent = lend(sql)) {
            return lent.direct.query(values(params), reading);
        }
    }

    @Override
    public int update(String sql, @Nullable Object[] params) throws SQLException {
        try (Kept lent = lend(sql)) {
            return lent.direct.update(values(params));
        }
    }

    /** The parameters as the driver binds them. */
    private @Nullable Object[] values(@Nullable Object[] params) {
        @Nullable Object[] values = new @Nullable Object[params.length];
        for (int i = 0; i < params.length; i++) {
            values[i] = value(params[i]);
        }
        return values;
    }

    private Kept lend(String sql) throws SQLException {
        Kept found = kept.get(sql);
        if (found == null || found.spoilt()) {
            found = new Kept(connection.prepareStatement(sql), this::isUtf8);
            kept.put(sql, found);
            if (kept.size() > KEPT) {
                dropOldest();
            }
        } else if (found.busy) {
            // The same text is being read by an outer loop, whose cursor must not be reset.
            found = new Kept(connection.prepareStatement(sql), this::isUtf8);
            found.passing = true;
        }
        found.busy = true;
        return found;
    }

    private void dropOldest() throws SQLException {
        Iterator<Kept> oldest = kept.values().iterator();
        while (oldest.hasNext()) {
            Kept candidate = oldest.next();
            if (!candidate.busy) {
                oldest.remove();
                candidate.statement.close();
                return;
            }
        }
    }

    private static final class Kept implements Use {
        private final PreparedStatement statement;
        private final DirectStatement direct;
        private boolean busy;
        private boolean passing;

        Kept(PreparedStatement statement, DirectStatement.Encoding encoding) throws SQLException {
            this.statement = statement;
            this.direct = new DirectStatement(statement, encoding);
        }

        /**
         * The driver ends a statement for good that failed by more than a conflict, such as a COMMIT to a full disk.
         */
        boolean spoilt() {
            return direct.isClosed();
        }

        @Override
        public PreparedStatement statement() {
            return statement;
        }

        @Override
        public void close() throws SQLException {
            busy = false;
            if (passing) {
                statement.close();
            }
        }
    }

    @Override
    public void beginRead() throws SQLException {
        execute("BEGIN");
    }

    @Override
    public void beginWrite() throws SQLException {
        execute("BEGIN IMMEDIATE");
        if (guard != null) {
            try {
                guard.check();
            } catch (SQLException e) {
                rollback();
                throw e;
            }
        }
    }

    /** Refuses writers; asked when one has its turn, so that what it answers holds until the transaction ends. */
    @FunctionalInterface
    public interface Guard {
        void check() throws SQLException;
    }

    /** This session with a guard before its writes. */
    SqliteSession guardedBy(Guard asked) {
        this.guard = asked;
        return this;
    }

    @Override
    public void commit() throws SQLException {
        execute("COMMIT");
    }

    @Override
    public void rollback() {
        try {
            execute("ROLLBACK");
        } catch (SQLException ignored) {
            // Nothing is left that could be rolled back; what led here is already being reported.
        }
    }

    @Override
    public void execute(String sql) throws SQLException {
        update(sql, NONE);
    }

    @Override
    public void close() {
        try {
            kept.clear();
            connection.close();
        } catch (SQLException ignored) {
            // A connection that cannot be closed holds nothing that a caller could still save.
        }
    }
}
