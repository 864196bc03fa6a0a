package dev.stoa.bench.storage;

import static dev.stoa.bench.harness.Setting.JDBC;

import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Arena;
import dev.stoa.bench.harness.CBaseline;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.MemoryMeter;
import dev.stoa.bench.harness.Owning;
import dev.stoa.bench.harness.Rows;
import dev.stoa.bench.harness.Setting;
import dev.stoa.bench.harness.SqliteArena;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Durability;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.concurrent.Callable;

/** One caller that writes: a row in each unit of work, or a thousand. Immutable. */
public record WriteBench(Setting setting) {
    private static final int UNIT = 1000;
    private static final String WRITE = "Archive.write";
    private static final String BATCH = "Tx.batch";

    public Contest single(Durability durability) throws Exception {
        Contest contest = new Contest(setting.title("1 row a transaction", durability), "rows", 1)
                .add(new InProcess(WRITE, new ThroughArchive(durability, 1)))
                .add(new InProcess(JDBC, new Bare(durability, 1)))
                .rateAgainst(JDBC)
                .cpuAgainst(CBaseline.NAME);
        if (setting.sqlite()) {
            contest.aim(Aim.rateAtLeast(0.95, WRITE, JDBC));
        }
        return withC(contest, "single", WRITE, durability);
    }

    public Contest batch() throws Exception {
        Durability durability = Durability.NORMAL;
        Contest contest = new Contest(setting.title(UNIT + " rows a transaction", durability), "rows", UNIT)
                .add(new InProcess(BATCH, new ThroughArchive(durability, UNIT)))
                .add(new InProcess(JDBC, new Bare(durability, UNIT)))
                .rateAgainst(JDBC)
                .cpuAgainst(CBaseline.NAME);
        return withC(contest, "batch", BATCH, durability);
    }

    private Contest withC(Contest contest, String command, String ours, Durability durability) throws Exception {
        if (setting.c().isEmpty() || !(setting.arena() instanceof SqliteArena arena)) {
            return contest.cpuAgainst(JDBC);
        }
        SqliteArena.SqliteCopy copy = arena.copy();
        return contest.add(new Owning(setting.c().get().contender(command, copy.file(), durability), copy))
                .aim(Aim.cpuAtMost(1.3, ours, CBaseline.NAME));
    }

    private final class ThroughArchive implements InProcess.Way {
        private final Arena.Copy copy = setting.arena().copy();
        private final Archive archive;
        private final Rows rows = setting.rows();
        private final int unit;

        ThroughArchive(Durability durability, int unit) throws Exception {
            this.archive = copy.archive(durability);
            this.unit = unit;
        }

        @Override
        public Callable<Long> prepare(int ops) {
            List<Rows.New> news = rows.take(ops);
            return () -> {
                long written = 0;
                for (int i = 0; i < ops; i += unit) {
                    written += unit == 1 ? one(news.get(i)) : many(news.subList(i, i + unit));
                }
                return written;
            };
        }

        private int one(Rows.New row) {
            return archive.write(
                    tx -> tx.update(MemoryMeter.INSERT, row.memory().values(row.id())));
        }

        private int many(List<Rows.New> some) {
            return archive.write(tx -> {
                tx.batch(MemoryMeter.INSERT, some, row -> row.memory().values(row.id()));
                return some.size();
            });
        }

        @Override
        public void close() throws Exception {
            archive.close();
            copy.close();
        }
    }

    private final class Bare implements InProcess.Way {
        private final Arena.Copy copy = setting.arena().copy();
        private final Connection connection;
        private final PreparedStatement insert;
        private final Rows rows = setting.rows();
        private final int unit;

        Bare(Durability durability, int unit) throws Exception {
            this.connection = copy.connect(durability);
            this.insert = connection.prepareStatement(MemoryMeter.INSERT);
            this.unit = unit;
            connection.setAutoCommit(unit == 1);
        }

        @Override
        public Callable<Long> prepare(int ops) {
            List<Rows.New> news = rows.take(ops);
            return () -> {
                long written = 0;
                for (Rows.New row : news) {
                    row.memory().bind(insert, row.id());
                    written++;
                    if (unit == 1) {
                        insert.executeUpdate();
                    } else {
                        insert.addBatch();
                        if (written % unit == 0) {
                            insert.executeBatch();
                            connection.commit();
                        }
                    }
                }
                return written;
            };
        }

        @Override
        public void close() throws Exception {
            connection.close();
            copy.close();
        }
    }
}
