package dev.stoa.bench.storage;

import static dev.stoa.bench.harness.Setting.JDBC;

import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Arena;
import dev.stoa.bench.harness.CBaseline;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.MemoryMeter;
import dev.stoa.bench.harness.Rows;
import dev.stoa.bench.harness.Setting;
import dev.stoa.bench.harness.SqliteArena;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Durability;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Reads of a table that nobody writes to meanwhile: one row by its key, or the best fifty by an index. Not
 * thread-safe; all contenders read the same copy, which goes when this is closed.
 */
public final class ReadBench implements AutoCloseable {
    private static final String ONE = "Archive.one";
    private static final String READ = "Archive.read";
    private static final String LIST = "Archive.list";

    private final Setting setting;
    private final Arena.Copy copy;
    private final Archive archive;
    private final String[] ids;

    public ReadBench(Setting setting) throws Exception {
        this.setting = setting;
        this.copy = setting.arena().copy();
        this.archive = copy.archive(Durability.NORMAL);
        this.ids = Rows.scattered(setting.pace().tableRows());
    }

    public Contest points(int threads) throws Exception {
        Crowd crowd = Crowd.platform(threads);
        Contest contest = new Contest("1 row by key, " + crowd.name(), "rows", threads)
                .add(new InProcess(ONE, ops -> crowd.prepare(ops, (thread, op) -> one(ids[op % ids.length]))))
                .add(new InProcess(READ, ops -> crowd.prepare(ops, (thread, op) -> read(ids[op % ids.length]))))
                .add(new InProcess(JDBC, new Bare(crowd, MemoryMeter.BY_ID, (select, op) -> {
                    select.setString(1, ids[op % ids.length]);
                    try (ResultSet result = select.executeQuery()) {
                        result.next();
                        return MemoryMeter.Found.of(result).check();
                    }
                })))
                .rateAgainst(JDBC)
                .cpuAgainst(CBaseline.NAME);
        return withC(contest, "point " + threads, Aim.cpuAtMost(3.5, ONE, CBaseline.NAME));
    }

    public Contest top() throws Exception {
        Crowd crowd = Crowd.platform(1);
        Contest contest = new Contest("best 50 rows by an index", "queries", 1)
                .add(new InProcess(LIST, ops -> crowd.prepare(ops, (thread, op) -> list())))
                .add(new InProcess(JDBC, new Bare(crowd, MemoryMeter.TOP, (select, op) -> {
                    List<MemoryMeter.Found> found = new ArrayList<>();
                    try (ResultSet result = select.executeQuery()) {
                        while (result.next()) {
                            found.add(MemoryMeter.Found.of(result));
                        }
                    }
                    return sum(found);
                })))
                .rateAgainst(JDBC)
                .cpuAgainst(CBaseline.NAME);
        return withC(contest, "top");
    }

    private Contest withC(Contest contest, String command, Aim... aims) throws Exception {
        if (setting.c().isEmpty() || !(copy instanceof SqliteArena.SqliteCopy files)) {
            return contest.cpuAgainst(JDBC);
        }
        contest.add(setting.c().get().contender(command, files.file(), Durability.NORMAL));
        for (Aim aim : aims) {
            contest.aim(aim);
        }
        return contest;
    }

    private long one(String id) {
        return archive.one(MemoryMeter.BY_ID, MemoryMeter.Found::of, id)
                .orElseThrow()
                .check();
    }

    private long read(String id) {
        return archive.read(tx -> tx.one(MemoryMeter.BY_ID, MemoryMeter.Found::of, id))
                .orElseThrow()
                .check();
    }

    private long list() {
        return sum(archive.list(MemoryMeter.TOP, MemoryMeter.Found::of));
    }

    private static long sum(List<MemoryMeter.Found> rows) {
        long check = 0;
        for (MemoryMeter.Found row : rows) {
            check += row.check();
        }
        return check;
    }

    @Override
    public void close() throws Exception {
        archive.close();
        copy.close();
    }

    /** One query over a statement that stays prepared. */
    @FunctionalInterface
    private interface Query {
        long run(PreparedStatement select, int op) throws SQLException;
    }

    /** A connection and a prepared statement for each thread. */
    private final class Bare implements InProcess.Way {
        private final Crowd crowd;
        private final Query query;
        private final List<Connection> connections = new ArrayList<>();
        private final List<PreparedStatement> selects = new ArrayList<>();

        Bare(Crowd crowd, String sql, Query query) throws SQLException {
            this.crowd = crowd;
            this.query = query;
            for (int i = 0; i < crowd.threads(); i++) {
                Connection connection = copy.connectToRead();
                connections.add(connection);
                selects.add(connection.prepareStatement(sql));
            }
        }

        @Override
        public Callable<Long> prepare(int ops) throws InterruptedException {
            return crowd.prepare(ops, (thread, op) -> query.run(selects.get(thread), op));
        }

        @Override
        public void close() throws SQLException {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }
}
