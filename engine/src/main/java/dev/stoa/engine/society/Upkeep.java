package dev.stoa.engine.society;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.society.Retention;
import dev.stoa.society.base.SocietySettings;
import dev.stoa.society.context.ContextSearch;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.work.Tasks;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every worker looks after, each when it starts and from time to time. For one thread. It remembers only what this
 * process has done: a step that another process has done is repeated without effect.
 */
final class Upkeep {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    /** The recurring jobs, and how often they run. */
    private enum Job {
        /** Leases that are over, runs that have waited long enough, executions without a worker. */
        LEASES(Duration.ofSeconds(30)),
        /** Bytes of deleted text that a reader in another process kept in a file. */
        ERASURES(Duration.ofHours(1)),
        FEED(Duration.ofHours(1)),
        FILES(Duration.ofHours(1)),
        OUTPUTS(Duration.ofDays(1));

        private final Duration every;

        Job(Duration every) {
            this.every = every;
        }
    }

    private final Stoa stoa;
    private final ExecutionQueue queue;
    private final Tasks tasks;
    private final ContextSearch context;
    private final Retention retention;
    private final Orphans orphans;
    private final List<String> globs;
    private final boolean retains;
    private final int keepOutputDays;
    private final Path folder;
    private final InstantSource clock;
    private final Map<Job, Instant> last = new EnumMap<>(Job.class);

    /** What to look after in a Stoa; files are those below a folder unless they are named in full. */
    Upkeep(Stoa stoa, Orphans orphans, Path folder, InstantSource clock) {
        this.stoa = stoa;
        this.queue = stoa.society().executions();
        this.tasks = stoa.society().tasks();
        this.context = stoa.society().context();
        this.retention = stoa.society().retention();
        this.orphans = orphans;
        this.globs = stoa.config().get(SocietySettings.FILES);
        this.retains = stoa.config().get(SocietySettings.RETENTION);
        this.keepOutputDays = stoa.config().get(SocietySettings.KEEP_OUTPUT_DAYS);
        this.folder = folder;
        this.clock = clock;
    }

    /** Gives back what has lost its holder, if it is time; whether it was. */
    boolean sweep() {
        if (!isDue(Job.LEASES)) {
            return false;
        }
        orphans.recover();
        queue.endIdle();
        tasks.sweep(Principal.local());
        return true;
    }

    /** Does what takes longer and can wait, if it is time; whether it was for any of it. */
    boolean tidy() {
        boolean any = tidy(Job.ERASURES, stoa::finishErasures);
        any |= tidy(Job.FEED, () -> retention.forgetFeed(false));
        any |= tidy(Job.FILES, () -> context.scan(Principal.local(), folder, globs));
        any |= retains && tidy(Job.OUTPUTS, () -> retention.cutOutputs(keepOutputDays, false));
        return any;
    }

    private boolean tidy(Job job, Runnable work) {
        if (!isDue(job)) {
            return false;
        }
        try {
            work.run();
        } catch (UnavailableException e) {
            throw e;
        } catch (StoaException | UncheckedIOException e) {
            // A problem with the files must not stop the executions.
            LOG.warn("{} could not be looked after; it is tried again", job, e);
        }
        return true;
    }

    private boolean isDue(Job job) {
        Instant now = clock.instant();
        Instant before = last.get(job);
        boolean due = before == null || now.isBefore(before) || !now.isBefore(before.plus(job.every));
        if (due) {
            last.put(job, now);
        }
        return due;
    }
}
