package dev.stoa.bench.storage;

import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Arena;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.MemoryMeter;
import dev.stoa.bench.harness.Rows;
import dev.stoa.bench.harness.Setting;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Durability;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Many callers that each write one row at a time: combined by the archive, or with a commit for each call. Immutable.
 */
public record CallersBench(Setting setting) {
    private static final String COMBINED = "Archive.write";
    private static final String SHARED = "bare JDBC, one connection under a lock";
    private static final String OWN = "bare JDBC, a connection each";

    public Contest contest(Crowd crowd, Durability durability) throws Exception {
        String title = setting.title(crowd.name() + ", 1 row a call", durability);
        Contest contest = new Contest(title, "rows", crowd.threads())
                .add(new InProcess(COMBINED, new Combined(crowd, durability)))
                .add(new InProcess(SHARED, new PerCall(crowd, durability, true)))
                .rateAgainst(SHARED)
                .cpuAgainst(SHARED);
        if (durability == Durability.NORMAL) {
            // With FULL, SQLite's own locking is so slow that the others would hardly get to work in a round.
            contest.add(new InProcess(OWN, new PerCall(crowd, durability, false)));
        }
        return setting.sqlite() && crowd.threads() >= setting.pace().many()
                ? contest.aim(Aim.rateAtLeast(1.5, COMBINED, SHARED))
                : contest;
    }

    private final class Combined implements InProcess.Way {
        private final Crowd crowd;
        private final Arena.Copy copy = setting.arena().copy();
        private final Archive archive;
        private final Rows rows = setting.rows();

        Combined(Crowd crowd, Durability durability) throws Exception {
            this.crowd = crowd;
            this.archive = copy.archive(durability);
        }

        @Override
        public Callable<Long> prepare(int ops) throws InterruptedException {
            List<Rows.New> news = rows.take(ops);
            return crowd.prepare(ops, (thread, op) -> {
                Rows.New row = news.get(op);
                return archive.write(
                        tx -> tx.update(MemoryMeter.INSERT, row.memory().values(row.id())));
            });
        }

        @Override
        public void close() throws Exception {
            archive.close();
            copy.close();
        }
    }

    /** A commit for each call, on one connection that callers wait for in a line, or on one of each caller's own. */
    private final class PerCall implements InProcess.Way {
        private final Crowd crowd;
        private final boolean shared;
        private final Arena.Copy copy = setting.arena().copy();
        private final List<Connection> connections = new ArrayList<>();
        private final List<PreparedStatement> inserts = new ArrayList<>();
        private final ReentrantLock lock = new ReentrantLock();
        private final Rows rows = setting.rows();

        PerCall(Crowd crowd, Durability durability, boolean shared) throws Exception {
            this.crowd = crowd;
            this.shared = shared;
            for (int i = 0; i < (shared ? 1 : crowd.threads()); i++) {
                Connection connection = copy.connect(durability);
                connections.add(connection);
                inserts.add(connection.prepareStatement(MemoryMeter.INSERT));
            }
        }

        @Override
        public Callable<Long> prepare(int ops) throws InterruptedException {
            List<Rows.New> news = rows.take(ops);
            return crowd.prepare(ops, (thread, op) -> {
                Rows.New row = news.get(op);
                if (!shared) {
                    return write(inserts.get(thread), row);
                }
                lock.lock();
                try {
                    return write(inserts.get(0), row);
                } finally {
                    lock.unlock();
                }
            });
        }

        private static int write(PreparedStatement insert, Rows.New row) throws Exception {
            row.memory().bind(insert, row.id());
            return insert.executeUpdate();
        }

        @Override
        public void close() throws Exception {
            for (Connection connection : connections) {
                connection.close();
            }
            copy.close();
        }
    }
}
