package dev.stoa.storage;

import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.storage.sqlite.SqliteSession;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The notebook in a SQLite file, behind connections as those to a server are: with lanes for units of scopes, with
 * statements that are left for later, and lost where a test says so. Thread-safe.
 */
final class BrittleBackend implements Backend {
    /** What is asked of a connection. */
    enum Step {
        CONNECT,
        BEGIN,
        /** Before the commit is done. */
        COMMIT,
        /** When the commit is done, before its answer. */
        ANSWER
    }

    /** What happens at a step of one of the transactions, which are counted from 1. */
    @FunctionalInterface
    interface Fate {
        void meet(Step step, int transaction) throws SQLException;
    }

    private final Path file;
    private final int lanes;
    private final Fate fate;
    private final AtomicInteger transactions = new AtomicInteger();
    private final AtomicInteger lent = new AtomicInteger();
    private final AtomicInteger erasures = new AtomicInteger();
    private final List<List<Long>> begun = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile Set<String> written = Set.of();
    private volatile Runnable erasing = () -> {};

    BrittleBackend(Path folder, int lanes, Fate fate) {
        SqliteArchive.open(Notebook.SCHEMA, folder, StorageSettings.defaults(), InstantSource.system())
                .close();
        this.file = folder.resolve(Notebook.SCHEMA.file());
        this.lanes = lanes;
        this.fate = fate;
    }

    /** How many transactions were asked for. */
    int transactions() {
        return transactions.get();
    }

    /** What was asked of the files and of other processes, in its order. */
    List<String> asked() {
        return asked;
    }

    /** How many connections to write with have not been given back. */
    int lent() {
        return lent.get();
    }

    int erasures() {
        return erasures.get();
    }

    /** The locks of each transaction that began; none for one that has the whole archive. */
    List<List<Long>> begun() {
        return begun;
    }

    /** The tables that a transaction will be said to have written. */
    void writes(String... tables) {
        written = Set.of(tables);
    }

    /** What is done while the writer's turn is held for an erasure. */
    void whileErasing(Runnable doing) {
        erasing = doing;
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public int lanes() {
        return lanes;
    }

    @Override
    public Session writer() throws SQLException {
        int number = transactions.incrementAndGet();
        fate.meet(Step.CONNECT, number);
        lent.incrementAndGet();
        return new Connected(number);
    }

    @Override
    public void done(Session writer) {
        lent.decrementAndGet();
        writer.close();
    }

    @Override
    public Session reader() throws SQLException {
        return new Connected(0);
    }

    @Override
    public void giveBack(Session reader) {
        reader.close();
    }

    @Override
    public void expectErasure() {
        asked.add("expect");
    }

    @Override
    public void announce() {
        asked.add("announce");
    }

    @Override
    public boolean finishErasure() {
        asked.add("finish");
        erasing.run();
        return erasures.incrementAndGet() > 1;
    }

    @Override
    public ForeignCommits.Watch watch(Runnable onCommit) {
        return () -> {};
    }

    @Override
    public void close() {
        asked.add("close");
    }

    /** What was left to be run. */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    private record Left(String sql, @Nullable Object[] params) {}

    private final class Connected extends Session {
        private final int number;
        private final SqliteSession session;
        private final List<Left> later = new ArrayList<>();
        private final List<Left> last = new ArrayList<>();

        Connected(int number) throws SQLException {
            super(Notebook.SCHEMA.name(), Notebook.SCHEMA.timeForm());
            this.number = number;
            this.session = SqliteSession.open(
                    archive(), timeForm(), file, SqliteSession.Access.WRITE, StorageSettings.defaults());
        }

        @Override
        public Dialect dialect() {
            return session.dialect();
        }

        @Override
        public Use use(String sql) throws SQLException {
            flush();
            return session.use(sql);
        }

        @Override
        public void later(String sql, @Nullable Object[] params) {
            later.add(new Left(sql, params));
        }

        @Override
        public void last(String sql, @Nullable Object[] params) {
            last.add(new Left(sql, params));
        }

        @Override
        public void flush() throws SQLException {
            run(later);
        }

        @Override
        public void conclude() throws SQLException {
            flush();
            run(last);
        }

        private void run(List<Left> statements) throws SQLException {
            List<Left> now = List.copyOf(statements);
            statements.clear();
            for (Left left : now) {
                session.update(left.sql(), left.params());
            }
        }

        @Override
        public long reserve(String sequence, int count) throws SQLException {
            session.beginWrite();
            session.update(
                    "INSERT INTO archive_sequence (name, value) VALUES (?, ?)"
                            + " ON CONFLICT (name) DO UPDATE SET value = value + excluded.value",
                    new @Nullable Object[] {sequence, count});
            long value = session.query(
                    "SELECT value FROM archive_sequence WHERE name = ?", new @Nullable Object[] {sequence}, rows -> {
                        rows.next();
                        return rows.number(1);
                    });
            session.commit();
            return value - count + 1;
        }

        @Override
        public void beginRead() throws SQLException {
            fate.meet(Step.BEGIN, number);
            session.beginRead();
        }

        @Override
        public void beginWrite() throws SQLException {
            beginWrite(new long[0]);
        }

        @Override
        public void beginWrite(long[] locks) throws SQLException {
            fate.meet(Step.BEGIN, number);
            session.beginWrite();
            List<Long> held = new ArrayList<>();
            for (long lock : locks) {
                held.add(lock);
            }
            begun.add(held);
        }

        @Override
        public Set<String> written() {
            return written;
        }

        @Override
        public void commit() throws SQLException {
            if (number == 0) {
                session.commit();
                return;
            }
            fate.meet(Step.COMMIT, number);
            session.commit();
            fate.meet(Step.ANSWER, number);
        }

        @Override
        public void rollbackTo(String name) throws SQLException {
            later.clear();
            super.rollbackTo(name);
        }

        @Override
        public void rollback() {
            session.rollback();
        }

        @Override
        public void execute(String sql) throws SQLException {
            session.execute(sql);
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
