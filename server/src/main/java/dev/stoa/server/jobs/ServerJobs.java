package dev.stoa.server.jobs;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.counsel.base.JobFailures;
import dev.stoa.counsel.base.JobRunner;
import dev.stoa.counsel.base.Jobs;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.DebateSettings;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.evolution.EvolutionEngine;
import dev.stoa.engine.evolution.EvolutionListener;
import dev.stoa.engine.society.ThisProcess;
import dev.stoa.engine.society.WorkerListener;
import dev.stoa.engine.upkeep.Pruning;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunKind;
import dev.stoa.server.config.ServerSettings;
import dev.stoa.society.base.SocietySettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one server. Thread-safe. Any number of servers and other processes do them over the same archives: each
 * takes a lease for what may be done only once, and the rest is harmless when it is done twice.
 */
public final class ServerJobs implements AutoCloseable {
    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration SWEEP = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Stoa stoa;
    private final Engines engines;
    private final Principal by;
    private final InstantSource clock;
    private final Resumed debates;
    private final Resumed evolutions;
    private final DailyJobs daily;
    private final Background background;
    private final @Nullable JobRunner counsel;

    private ServerJobs(
            Stoa stoa,
            Engines engines,
            Principal by,
            InstantSource clock,
            boolean some,
            BiConsumer<String, Duration> took) {
        this.stoa = stoa;
        this.engines = engines;
        this.by = by;
        this.clock = clock;
        this.debates = new Resumed("debate", stoa.config().get(ServerSettings.DEBATES));
        this.evolutions = new Resumed("evolution", stoa.config().get(ServerSettings.EVOLUTIONS));
        this.daily = new DailyJobs(stoa.counsel().jobs(), by, ThisProcess.here().holder(), clock);
        this.background = Background.start(some ? all() : List.of(), clock, took);
        this.counsel = some ? stoa.counsel().startJobs(engines.notes(by), List.of()) : null;
    }

    /**
     * Starts all of them.
     *
     * @param by on whose behalf, with the rights of an operator
     * @param took is told the name of a job each time that it was done or failed, and how long it took
     */
    public static ServerJobs start(
            Stoa stoa, Engines engines, Principal by, InstantSource clock, BiConsumer<String, Duration> took) {
        return new ServerJobs(stoa, engines, by, clock, true, took);
    }

    /** A server that leaves them to others. */
    public static ServerJobs none(Stoa stoa, Engines engines, Principal by, InstantSource clock) {
        return new ServerJobs(stoa, engines, by, clock, false, (job, time) -> {});
    }

    private List<Job> all() {
        List<Job> all = new ArrayList<>();
        if (stoa.config().get(SocietySettings.WORKER)) {
            all.add(new Job("society", AT_ONCE, SOON, this::work));
        } else {
            // Others execute; leases, files and the feed are looked after here too.
            all.add(new Job("society", AT_ONCE, SWEEP, engines.worker().upkeep()::run));
        }
        all.add(new Job("debates", AT_ONCE, SOON, this::debates));
        all.add(new Job("outbox", AT_ONCE, SOON, () -> engines.debates().learn()));
        all.add(new Job("queries", AT_ONCE, SWEEP, () -> engines.answers().recover(by)));
        all.add(new Job("evolutions", AT_ONCE, SWEEP, this::evolutions));
        all.add(new Job("memories", MINUTE, HOUR, this::memories));
        all.add(new Job("vectors", SOON, HOUR, this::vectors));
        all.add(new Job("daily", MINUTE, MINUTE, () -> daily.run(dailyWork())));
        return all;
    }

    private void work() throws InterruptedException {
        engines.worker()
                .work(
                        stoa.config().get(SocietySettings.PARALLEL),
                        WorkerListener.NONE,
                        stoa.config().get(ServerSettings.DRAIN_SECONDS));
    }

    /** Ends gates whose time is over, and does with debates that no process holds what the settings say. */
    private void debates() {
        stoa.debate().gates().as(by).expireDue();
        DebateSettings.Recovery recovery = stoa.config().get(DebateSettings.RECOVER);
        if (recovery == DebateSettings.Recovery.LEAVE) {
            return;
        }
        for (SessionRow row : stoa.debate().sessions().as(by).recoverable(clock.instant())) {
            debates.take(row.id(), () -> {
                if (recovery == DebateSettings.Recovery.FAIL) {
                    engines.debates().fail(row.id(), "the process that held the debate is gone");
                } else {
                    engines.debates().resume(row.id(), DebateListener.NONE);
                }
            });
        }
    }

    /** Goes on with runs whose owner is gone; of those that live the claim is refused. */
    private void evolutions() {
        for (Run run : stoa.evolution().runs().running(by)) {
            if (run.kind() != RunKind.EXTERNAL) {
                evolutions.take(
                        run.id(),
                        () -> engines.evolutions()
                                .resume(by, run.id(), EvolutionEngine.Resume.plain(), EvolutionListener.NONE));
            }
        }
    }

    private void memories() {
        stoa.learning().memories().as(by).consolidate();
    }

    /** Makes the vectors of what others have written. */
    private void vectors() {
        if (stoa.embedder().isOn()) {
            stoa.learning().memories().as(by).embedPending();
            stoa.learning().consensus().as(by).embedPending();
            stoa.learning().evidence().as(by).embedPending();
        }
    }

    private Map<String, Runnable> dailyWork() {
        Map<String, Runnable> works = new LinkedHashMap<>();
        for (Pruning.Wing wing : Pruning.Wing.values()) {
            if (wing != Pruning.Wing.SOCIETY || stoa.config().get(SocietySettings.RETENTION)) {
                works.put(wing.text(), () -> engines.pruning(by).run(wing));
            }
        }
        return works;
    }

    /** The names of the jobs that this server does. */
    public List<String> names() {
        return background.states().stream().map(JobState::name).toList();
    }

    /** How often a job of this server failed. */
    public long failures(String name) {
        return background.states().stream()
                .filter(state -> state.name().equals(name))
                .mapToLong(JobState::failures)
                .sum();
    }

    /** How all jobs stand, those of the counsel as all servers together do them and as they fail here. */
    public List<JobState> states() {
        List<JobState> all = new ArrayList<>(background.states());
        for (Jobs.State job : stoa.counsel().jobs().states(by)) {
            all.add(state(job, counsel == null ? null : counsel.failures(job.name())));
        }
        return all;
    }

    /**
     * How a job of the counsel stands.
     *
     * @param failures how it failed here, which counts no more once any server has done it; null if it is not done here
     */
    static JobState state(Jobs.State job, @Nullable JobFailures failures) {
        JobFailures.Last last = failures == null ? null : failures.last();
        Instant done = job.lastRun();
        long count = failures == null ? 0 : failures.count();
        return last == null || (done != null && !last.at().isAfter(done))
                ? new JobState(job.name(), job.owner(), done, null, null, count)
                : new JobState(job.name(), job.owner(), last.at(), null, last.error(), count);
    }

    @Override
    public void close() {
        background.close();
        debates.close();
        evolutions.close();
    }
}
