package dev.stoa.bench.scale;

import dev.stoa.bench.debate.DebateContests;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Fleet;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.PostgresArena;
import dev.stoa.bench.harness.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Several processes that write to one PostgreSQL server, against as many that send the same statements with bare JDBC.
 * Not thread-safe. The same processes do both, in turns, in one database: each way has aggregates of its own there.
 */
public final class ScaleBench implements AutoCloseable {
    private static final String ONE = "-one";
    private static final String RECORDING = "recording";
    /** The names of its parts, in the order in which they are run: many callers make the processes quick. */
    public static final List<String> NAMES = List.of(
            "message",
            "hot",
            "outcome",
            "match",
            "turn",
            "message" + ONE,
            "outcome" + ONE,
            "match" + ONE,
            "turn" + ONE,
            RECORDING);

    private static final String STOA = "Stoa";
    private static final String PLAIN = "bare JDBC, a message each";
    private static final String TOGETHER = "bare JDBC, as few messages";
    /** Several optimising compilers would be busy for minutes beside what is measured. */
    private static final List<String> FEW_COMPILED = List.of("-XX:TieredStopAtLevel=1");
    /** Processes that have just begun need longer than this one, which has measured before. */
    private static final int PATIENCE = 6;
    /** A slice has to be long beside the moment in which some of the processes are done already. */
    private static final int LONGER = 4;

    private static final int ROUNDS = 5;

    private final Pace pace;
    private final int processes;
    private final int callers;
    private final PostgresArena.PostgresCopy database;
    private final Path folder;
    private final Fleet fleet;
    private @Nullable Fleet lone;

    /**
     * Starts the processes.
     *
     * @param folder for what they keep in files
     */
    public ScaleBench(PostgresArena arena, Path folder, Pace pace) throws Exception {
        this.pace = pace;
        this.processes = Math.max(2, pace.few() / 2);
        this.callers = pace.many() / processes;
        Files.createDirectories(folder);
        this.database = arena.copy();
        // One alone makes the tables.
        new Stores(folder).open(database.url()).close();
        this.folder = folder;
        this.fleet = fleet(processes, FEW_COMPILED);
    }

    private Fleet fleet(int size, List<String> options) throws IOException {
        return new Fleet(
                size,
                options,
                Callers.class,
                number -> List.of(database.url(), folder.toString(), Integer.toString(number)));
    }

    /** A process that compiles as usual; the others stand by. */
    private Fleet lone() throws IOException {
        Fleet present = lone;
        if (present == null) {
            present = fleet(1, List.of());
            lone = present;
        }
        return present;
    }

    /** How long its contests take. */
    public Pace pace() {
        return new Pace(
                pace.warmUp().multipliedBy(PATIENCE),
                pace.warmUp().multipliedBy(4 * PATIENCE),
                pace.slice().multipliedBy(LONGER),
                Math.min(ROUNDS, pace.rounds()),
                pace.tableRows(),
                pace.few(),
                pace.many(),
                pace.small(),
                pace.large(),
                pace.huge(),
                pace.starts());
    }

    /** A part of it by its name. */
    public Contest part(String name) throws IOException {
        if (name.equals(RECORDING)) {
            return debates();
        }
        boolean one = name.endsWith(ONE);
        Work work = Work.valueOf(name.replace(ONE, "").toUpperCase(Locale.ROOT));
        return one ? alone(work) : spread(work);
    }

    /** Callers of all processes, each at aggregates of its own unless the work says otherwise. */
    private Contest spread(Work work) {
        String title = work.title() + ", " + processes + " processes × " + callers;
        return contest(fleet, work, title, processes, callers).aim(Aim.rateAtLeast(0.6, STOA, PLAIN));
    }

    private Contest alone(Work work) throws IOException {
        return contest(lone(), work, work.title() + ", one caller", 1, 1).aim(Aim.rateAtLeast(0.8, STOA, PLAIN));
    }

    private static Contest contest(Fleet fleet, Work work, String title, int crew, int each) {
        return new Contest(title, work.unit(), crew * each)
                .add(fleet.contender(STOA, crew, Callers.units(work, Callers.Way.STOA, each)))
                .add(fleet.contender(PLAIN, crew, Callers.units(work, Callers.Way.PLAIN, each)))
                .add(fleet.contender(TOGETHER, crew, Callers.units(work, Callers.Way.TOGETHER, each)))
                .rateAgainst(PLAIN)
                .cpuAgainst(PLAIN);
    }

    /** Whole debates of simulated agents, recorded turn by turn. */
    private Contest debates() {
        String one = "1 process × " + callers;
        String many = processes + " processes × " + callers;
        return new Contest("turns of recorded debates", "turns", processes * callers * DebateContests.TURNS)
                .add(fleet.contender(one, 1, Callers.debates(callers)))
                .add(fleet.contender(many, processes, Callers.debates(callers)))
                .rateAgainst(one)
                .aim(Aim.perSecond(930, one, "3 × what it was"))
                .aim(Aim.perSecond(930, many, "3 × what it was"));
    }

    @Override
    public void close() throws IOException, SQLException {
        try (fleet) {
            if (lone != null) {
                lone.close();
            }
        }
        database.close();
    }
}
