package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.server.config.ServerSettings;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes on in the server beside the requests that began it: debates, answers and evolution runs. Thread-safe. A
 * client that leaves stops none of it; closing interrupts it all, and what can go on elsewhere is left so that it does.
 */
public final class Work implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Work.class);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

    private final Engines engines;
    private final DebateWork debates;
    private final AskWork asks;
    private final EvolutionWork evolutions;
    private final RunWork runs;
    private final List<Places> places;
    private final Places verifications;
    private final Places examinations;
    private final Places looks = new Places("quick examinations", 1);
    private final Checks checks;
    private final DebateChecks debateChecks;
    private final Places backups = new Places("backups", 1);
    private final Places uploads = new Places("verifications of backups", 1);
    private final Places embeddings;

    private Work(
            Engines engines,
            DebateWork debates,
            AskWork asks,
            EvolutionWork evolutions,
            RunWork runs,
            Places embeddings,
            Places verifications,
            Places examinations,
            Checks checks,
            DebateChecks debateChecks,
            List<Places> places) {
        this.verifications = verifications;
        this.examinations = examinations;
        this.checks = checks;
        this.debateChecks = debateChecks;
        this.runs = runs;
        this.engines = engines;
        this.debates = debates;
        this.asks = asks;
        this.evolutions = evolutions;
        this.embeddings = embeddings;
        this.places = places;
    }

    /** How many debates, answers and evolution runs there may be at once. */
    public record Limits(int debates, int asks, int evolutions) {
        /** What the settings say. */
        public static Limits of(StoaConfig config) {
            return new Limits(
                    config.get(ServerSettings.DEBATES),
                    config.get(ServerSettings.ASKS),
                    config.get(ServerSettings.EVOLUTIONS));
        }
    }

    public static Work over(Stoa stoa, Engines engines, Limits limits) {
        Places debates = new Places("debates", limits.debates());
        Places asks = new Places("questions", limits.asks());
        Places evolutions = new Places("evolution runs", limits.evolutions());
        Places verifications = new Places("verifications", 1);
        Places examinations = new Places("examinations", 1);
        Places replays = new Places("replays", DebateChecks.MOST);
        return new Work(
                engines,
                new DebateWork(stoa, engines, debates),
                new AskWork(stoa, engines, asks),
                new EvolutionWork(stoa, engines, evolutions),
                new RunWork(stoa),
                new Places("embeddings", limits.asks()),
                verifications,
                examinations,
                Checks.of(stoa, verifications, examinations),
                DebateChecks.of(stoa, replays),
                List.of(debates, asks, evolutions, verifications, examinations, replays));
    }

    /** What does the work. */
    public Engines engines() {
        return engines;
    }

    public DebateWork debates() {
        return debates;
    }

    public AskWork asks() {
        return asks;
    }

    public EvolutionWork evolutions() {
        return evolutions;
    }

    public RunWork runs() {
        return runs;
    }

    /** The one place in which the audit log is verified. */
    public Places verifications() {
        return verifications;
    }

    /** The one place in which the archives are examined: a deep examination goes on beside a quick one. */
    public Places examinations(boolean deep) {
        return deep ? examinations : looks;
    }

    /** Verifications and examinations that are not waited for. */
    public Checks checks() {
        return checks;
    }

    /** Replays of debates that are not waited for. */
    public DebateChecks debateChecks() {
        return debateChecks;
    }

    /** The places in which texts become vectors, as many as for questions: each keeps a processor busy. */
    public Places embeddings() {
        return embeddings;
    }

    /** The one place in which a backup is made and sent: each is a copy of all archives on the disk. */
    public Places backups() {
        return backups;
    }

    /** The one place in which a backup is received and verified: who sends it slowly keeps no one from making one. */
    public Places uploads() {
        return uploads;
    }

    @Override
    public void close() {
        places.forEach(Places::stop);
        try {
            for (Places each : places) {
                if (!each.await(LONGEST_STOP)) {
                    LOG.warn("not all work has stopped after {} seconds", LONGEST_STOP.toSeconds());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
