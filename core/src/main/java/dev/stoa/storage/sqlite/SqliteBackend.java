package dev.stoa.storage.sqlite;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Backend;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Fault;
import dev.stoa.storage.ForeignCommits;
import dev.stoa.storage.Session;
import dev.stoa.storage.StorageSettings;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * The connections to one SQLite file: one to write with, and a few read-only ones that readers borrow. Thread-safe.
 * The file exists and is of the right version before this is made.
 */
final class SqliteBackend implements Backend {
    /** How often to look for commits of other processes while a caller waits for one. */
    private static final long WATCH_MILLIS = 200;

    private final ArchiveSchema schema;
    private final Path file;
    private final StorageSettings settings;
    private final SqliteSession writer;
    private final SqliteErasure erasure;
    private final Semaphore places;
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    SqliteBackend(ArchiveSchema schema, Path file, StorageSettings settings, SqliteSession writer) {
        this.schema = schema;
        this.file = file;
        this.settings = settings;
        this.writer = writer;
        this.erasure = new SqliteErasure(file, settings);
        this.places = new Semaphore(settings.readers());
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public Session writer() {
        return writer;
    }

    @Override
    public void done(Session session) {
        // There is only this one, and it stays with the writer.
    }

    @Override
    public Session reader() throws SQLException {
        try {
            if (!places.tryAcquire(settings.busyTimeout().toMillis(), MILLISECONDS)) {
                throw Fault.taken("every one of its " + settings.readers() + " readers is taken");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.interrupted(e);
        }
        Session session = idle.pollFirst();
        if (session != null) {
            return session;
        }
        try {
            return open();
        } catch (SQLException e) {
            places.release();
            throw e;
        }
    }

    private SqliteSession open() throws SQLException {
        return SqliteSession.open(schema.name(), schema.timeForm(), file, SqliteSession.Access.READ, settings);
    }

    @Override
    public void giveBack(Session reader) {
        idle.addFirst(reader);
        places.release();
        if (closed) {
            closeIdle();
        }
    }

    @Override
    public void expectErasure() {
        erasure.expect();
    }

    @Override
    public boolean finishErasure() {
        return erasure.finish(writer);
    }

    @Override
    public ForeignCommits.Watch watch(Runnable onCommit) {
        return ForeignCommits.start(schema.name(), WATCH_MILLIS, DataVersion::new, onCommit);
    }

    /** Compares {@code data_version}, which another connection's commit changes. */
    private final class DataVersion implements ForeignCommits.Observer {
        private final SqliteSession session = open();
        private String last = session.pragma("data_version");

        DataVersion() throws SQLException {}

        @Override
        public boolean observe(long millis) throws Exception {
            LockSupport.parkNanos(this, MILLISECONDS.toNanos(millis));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            String now = session.pragma("data_version");
            boolean changed = !now.equals(last);
            last = now;
            return changed;
        }

        @Override
        public void close() {
            session.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        closeIdle();
        erasure.finish(writer);
        writer.close();
    }

    private void closeIdle() {
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.close();
        }
    }
}
