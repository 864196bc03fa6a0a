package dev.stoa.storage;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One database: units of work that read or write it, and a signal when it changes. Thread-safe, for platform and
 * virtual threads alike.
 *
 * <p>A write is one transaction. There is one writer at a time on both backends, unless a unit names the {@link Scope}
 * that it writes; so it sees no half of another and needs no locks. It is answered when it is committed, and what it
 * throws undoes it and nothing else. Units of different callers may share a commit and may run on each other's threads. A
 * read sees one state of the archive and never waits for writers.
 *
 * <p>Hazard: a unit must not wait for anything outside its {@link Tx}, and must not call its own archive again: that is
 * refused, because it would see another state (a read) or wait for itself (a write).
 */
public final class Archive implements AutoCloseable {
    // A pooled connection may be dead, or the server may choose this reader to fail; another attempt takes another
    // connection.
    private static final int READ_ATTEMPTS = 3;

    private final ArchiveSchema schema;
    private final Backend backend;
    private final Lanes lanes;
    private final CommitSignal commits;
    private final ThreadLocal<Boolean> reading = new ThreadLocal<>();
    private final int upgradedFrom;
    private volatile @Nullable StoreObserver observer;
    private volatile boolean closed;

    private Archive(ArchiveSchema schema, Backend backend, StorageSettings settings, int upgradedFrom) {
        this.schema = schema;
        this.upgradedFrom = upgradedFrom;
        this.backend = backend;
        this.commits = new CommitSignal(backend);
        this.lanes = new Lanes(schema.name(), backend, settings.busyTimeout(), this::committed);
    }

    private void committed() {
        // Others first: what listens here may take long.
        backend.announce();
        commits.committed();
    }

    /** An archive over a backend that has been created or upgraded to the current version. */
    public static Archive over(ArchiveSchema schema, Backend backend, StorageSettings settings) {
        return over(schema, backend, settings, 0);
    }

    /** The same, of an archive that had an older version just before; 0 if it was created or had the current one. */
    public static Archive over(ArchiveSchema schema, Backend backend, StorageSettings settings, int upgradedFrom) {
        return new Archive(schema, backend, settings, upgradedFrom);
    }

    /** The version from which opening it has upgraded it; 0 if it did not. */
    public int upgradedFrom() {
        return upgradedFrom;
    }

    public ArchiveSchema schema() {
        return schema;
    }

    public Dialect dialect() {
        return backend.dialect();
    }

    /** The signal that something was committed here, by this process or another. */
    public CommitSignal commits() {
        return commits;
    }

    /** Tells an observer of everything that is read and written from now on; null for none. */
    public void observedBy(@Nullable StoreObserver watching) {
        observer = watching;
    }

    /** Runs a unit of work in a transaction and returns when it is committed. */
    public <T extends @Nullable Object> T write(Work<T> work) {
        return observed(() -> lanes.write(work));
    }

    /** The same, at the same time as units of other scopes where the database can do that. */
    public <T extends @Nullable Object> T write(Scope scope, Work<T> work) {
        return observed(() -> lanes.write(scope, work));
    }

    /** Whether units of different scopes may run at the same time. */
    public boolean isConcurrent() {
        return backend.lanes() > 0;
    }

    /**
     * Takes numbers of a sequence in a transaction of their own: {@link Tx#next} would let units of all scopes wait for
     * each other until they commit.
     *
     * @return the first of them
     */
    long reserve(String sequence, int count) {
        refuseNesting();
        return borrowing(session -> session.reserve(sequence, count));
    }

    private <T extends @Nullable Object> T observed(Supplier<T> writing) {
        refuseNesting();
        StoreObserver watching = observer;
        long start = watching == null ? 0 : System.nanoTime();
        try {
            return writing.get();
        } finally {
            if (watching != null) {
                watching.done(schema.name(), StoreObserver.Kind.WRITE, System.nanoTime() - start);
            }
        }
    }

    /**
     * Runs a unit that deletes text for good, as {@link #write} does, and then removes what is left of it in the
     * archive's files. Costs time that grows with the archive, because a SQLite file is written again. If a reader in
     * another process prevents a part of that, {@link dev.stoa.storage.site.Site#unfinishedErasures} tells.
     */
    public <T extends @Nullable Object> T erase(Work<T> work) {
        refuseNesting();
        backend.expectErasure();
        // Also after a failure: the note must not outlive a deletion that did not happen.
        try {
            return write(work);
        } finally {
            finishErasure();
        }
    }

    /**
     * Removes from the files what units of {@link #write} have deleted. Once after all of them, because a SQLite file is
     * written again for it.
     *
     * @param deleted how many rows they deleted; for none nothing is done
     */
    public void cleanFiles(long deleted) {
        if (deleted > 0) {
            erase(tx -> deleted);
        }
    }

    /**
     * Writes tables again, so that nothing of what their rows held before is left where they are kept. Costs time that
     * grows with them, and others wait for them meanwhile. What the server of a database keeps elsewhere, its log and
     * its backups, is not reached.
     *
     * @return false if another process prevents it now
     */
    public boolean rewrite(List<String> tables) {
        refuseNesting();
        return lanes.holding(() -> backend.rewrite(tables));
    }

    /** Removes what earlier deletions left in the files; false if another process still prevents it. */
    public boolean finishErasure() {
        refuseNesting();
        return lanes.holding(backend::finishErasure);
    }

    /** Runs a unit as {@link #write} does, with all its checks, and undoes it. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the result is what this call's unit returned
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        try {
            return write(tx -> {
                throw new Rehearsed(work.run(tx));
            });
        } catch (Rehearsed end) {
            return (T) end.result;
        }
    }

    /** Runs a unit of work that only reads, all of it on one state of the archive. */
    public <T extends @Nullable Object> T read(Work<T> work) {
        refuseNesting();
        reading.set(true);
        try {
            return borrowing(session -> {
                session.beginRead();
                boolean done = false;
                Tx tx = new Tx(session);
                try {
                    T result = work.run(tx);
                    session.commit();
                    done = true;
                    return result;
                } finally {
                    tx.end();
                    if (!done) {
                        session.rollback();
                    }
                }
            });
        } finally {
            reading.remove();
        }
    }

    /** The first row of a single query; quicker than a read of one statement. */
    public <T> Optional<T> one(String sql, Row.Mapper<T> mapper, @Nullable Object... params) {
        refuseInsideWrite();
        return borrowing(session -> new Tx(session).one(sql, mapper, params));
    }

    /** The rows of a single query; quicker than a read of one statement. */
    public <T> List<T> list(String sql, Row.Mapper<T> mapper, @Nullable Object... params) {
        refuseInsideWrite();
        return borrowing(session -> new Tx(session).list(sql, mapper, params));
    }

    /**
     * Finds out whether the archive can be read now.
     *
     * @throws dev.stoa.base.UnavailableException if it cannot be reached
     */
    public void ping() {
        list("SELECT 1", row -> row.number(1));
    }

    /** How many bytes the archive takes, without what its database keeps of the last changes elsewhere. */
    public long bytes() {
        return one(
                        switch (dialect()) {
                            case SQLITE ->
                                "SELECT pages.page_count * page.page_size FROM pragma_page_count pages, pragma_page_size page";
                            case POSTGRES ->
                                "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class WHERE relkind = 'r'"
                                        + " AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())";
                        },
                        row -> row.number(1))
                .orElse(0L);
    }

    /** Waits for running units, answers waiting ones with an error and closes every connection. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            lanes.close();
            backend.close();
        }
    }

    /** How many calls wait for a writer now. */
    public int waiting() {
        return lanes.waiting();
    }

    @FunctionalInterface
    private interface Reading<T extends @Nullable Object> {
        T run(Session session) throws SQLException;
    }

    private <T extends @Nullable Object> T borrowing(Reading<T> body) {
        if (closed) {
            throw new ConflictException("closed", "archive " + schema.name() + " is closed", "open it again");
        }
        StoreObserver watching = observer;
        long start = watching == null ? 0 : System.nanoTime();
        try {
            return attempted(body);
        } finally {
            if (watching != null) {
                watching.done(schema.name(), StoreObserver.Kind.READ, System.nanoTime() - start);
            }
        }
    }

    private <T extends @Nullable Object> T attempted(Reading<T> body) {
        for (int attempt = 1; ; attempt++) {
            Session session = reader();
            try {
                return body.run(session);
            } catch (SQLException | StoaException e) {
                if (attempt == READ_ATTEMPTS || !Fault.passing(e)) {
                    throw e instanceof SQLException sql ? Fault.of(schema.name(), sql) : (StoaException) e;
                }
            } finally {
                backend.giveBack(session);
            }
        }
    }

    private Session reader() {
        try {
            return backend.reader();
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        }
    }

    private void refuseNesting() {
        refuseInsideWrite();
        if (reading.get() != null) {
            throw new IllegalStateException(
                    "a unit of work of archive " + schema.name() + " is running on this thread; use its Tx");
        }
    }

    private void refuseInsideWrite() {
        if (lanes.leading()) {
            throw new IllegalStateException(
                    "a write to archive " + schema.name() + " is running on this thread; use its Tx");
        }
    }

    /** Carries a result out of a unit that is to be undone. */
    private static final class Rehearsed extends RuntimeException {
        private final transient @Nullable Object result;

        Rehearsed(@Nullable Object result) {
            super("rehearsed", null, false, false);
            this.result = result;
        }
    }
}
