package dev.stoa.bench.scale;

import dev.stoa.Stoa;
import dev.stoa.bench.debate.DebateContests;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.Fleet;
import dev.stoa.bench.harness.Stores;
import dev.stoa.engine.debate.DebateEngine;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One of the processes that write at the same time, with callers of its own. Not thread-safe. What was prepared last is
 * kept, so that callers go on with their aggregates and connections until another kind of work is asked for.
 */
public final class Callers implements Fleet.Program {
    private static final String DEBATES = "debates";

    private final Stoa stoa;
    private final String url;
    private final int number;
    private final List<Prepared> prepared = new ArrayList<>();
    private final AtomicInteger topics = new AtomicInteger();
    private @Nullable DebateEngine engine;

    private Callers(String url, Path folder, int number) {
        this.stoa = new Stores(folder).open(url);
        this.url = url;
        this.number = number;
    }

    /** Arguments: the database, a folder, and the number of the process. */
    public static void main(String[] arguments) throws InterruptedException {
        Fleet.serve(() -> new Callers(arguments[0], Path.of(arguments[1]), Integer.parseInt(arguments[2])));
    }

    /** How units are done. */
    enum Way {
        STOA,
        PLAIN,
        TOGETHER
    }

    /** What the processes are told to do with so many callers each. */
    static String units(Work work, Way way, int callers) {
        return work + " " + way + " " + callers;
    }

    /** What the processes are told, so that so many callers of each hold whole debates. */
    static String debates(int callers) {
        return DEBATES + " " + callers;
    }

    @Override
    public Callable<Long> prepare(String work, int ops) throws Exception {
        String[] words = work.split(" ", -1);
        if (words[0].equals(DEBATES)) {
            DebateEngine held = engine();
            return Crowd.platform(Integer.parseInt(words[1]))
                    .prepare(
                            ops / DebateContests.TURNS,
                            (thread, op) -> DebateContests.hold(held, topics.getAndIncrement()));
        }
        Prepared units = prepared(Work.valueOf(words[0]), Way.valueOf(words[1]), Integer.parseInt(words[2]));
        units.callers.forEach(Caller::prepare);
        return Crowd.platform(units.callers.size())
                .prepare(ops, (thread, op) -> units.callers.get(thread).run());
    }

    private DebateEngine engine() {
        DebateEngine present = engine;
        if (present == null) {
            present = DebateContests.simulating(stoa);
            engine = present;
        }
        return present;
    }

    private Prepared prepared(Work work, Way way, int callers) throws Exception {
        for (Prepared present : prepared) {
            if (present.work == work && present.way == way && present.callers.size() == callers) {
                return present;
            }
        }
        // Connections of what was measured before would be there for nothing.
        List<Prepared> others =
                prepared.stream().filter(present -> present.work != work).toList();
        prepared.removeAll(others);
        for (Prepared other : others) {
            other.close();
        }
        Prepared made = new Prepared(work, way, new ArrayList<>());
        prepared.add(made);
        String name = way.name().toLowerCase(Locale.ROOT) + "-" + callers + "-" + number + "-";
        for (int caller = 0; caller < callers; caller++) {
            made.callers.add(caller(work.units(), way, name + caller));
        }
        return made;
    }

    private Caller caller(Units units, Way way, String name) throws SQLException {
        if (way == Way.STOA) {
            Units.Unit unit = units.stoa(stoa, name);
            return new Caller() {
                private long done;

                @Override
                public void prepare() {
                    unit.prepare();
                }

                @Override
                public long run() throws Exception {
                    unit.run(done++);
                    return 1;
                }

                @Override
                public void close() {}
            };
        }
        Units.PlainUnit unit = units.plain(stoa, name);
        PlainConnection connection = new PlainConnection(url, units.schema(), way == Way.TOGETHER);
        return new Caller() {
            private long done;

            @Override
            public void prepare() {
                unit.prepare();
            }

            @Override
            public long run() throws SQLException {
                unit.run(connection, done++);
                connection.commit();
                return 1;
            }

            @Override
            public void close() throws SQLException {
                connection.close();
            }
        };
    }

    /** One that does units of work, one after the other. Not thread-safe. */
    private interface Caller extends AutoCloseable {
        void prepare();

        long run() throws Exception;

        @Override
        void close() throws Exception;
    }

    private record Prepared(Work work, Way way, List<Caller> callers) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            for (Caller caller : callers) {
                caller.close();
            }
        }
    }

    @Override
    public void close() throws Exception {
        for (Prepared present : prepared) {
            present.close();
        }
        stoa.close();
    }
}
