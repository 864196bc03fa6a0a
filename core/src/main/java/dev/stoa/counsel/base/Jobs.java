package dev.stoa.counsel.base;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who does the jobs of the archive, so that of several processes one does. Thread-safe. A lease that is not renewed
 * ends, so a process that died holds nothing up. A process that lost its lease must stop; every job may be done twice.
 */
public final class Jobs {
    private static final Duration LONGEST = Duration.ofDays(1);

    private final CounselContext context;

    private Jobs(CounselContext context) {
        this.context = context;
    }

    public static Jobs over(CounselContext context) {
        return new Jobs(context);
    }

    Instant now() {
        return context.now();
    }

    /**
     * Takes a job, or renews the lease of its owner.
     *
     * @param owner who takes it, unlike all others
     * @param length at most a day
     * @return false if another has it
     */
    @Needs(value = Right.OPERATE, agents = false)
    public boolean lease(Principal by, String name, String owner, Duration length) {
        return context.write(by, (tx, now) -> lease(tx, name, owner, length, now));
    }

    /** The same, only if the job was last done long enough ago. */
    @Needs(value = Right.OPERATE, agents = false)
    public boolean leaseIfDue(Principal by, String name, String owner, Duration length, Duration every) {
        Rights.check(by);
        return leaseUnlessDoneSince(by, name, owner, length, context.now().minus(every));
    }

    /** The same, only if the job was not done after a time, such as the hour of the day at which it is to be done. */
    @Needs(value = Right.OPERATE, agents = false)
    public boolean leaseUnlessDoneSince(Principal by, String name, String owner, Duration length, Instant since) {
        return context.write(by, (tx, now) -> {
            // A time to come is that of a clock that went back since; the job must not wait until it comes.
            boolean due = tx.number(
                            "SELECT count(*) FROM counsel_jobs WHERE name = ? AND last_run > ? AND last_run <= ?",
                            name,
                            since,
                            now)
                    == 0;
            return due && lease(tx, name, owner, length, now);
        });
    }

    private static boolean lease(Tx tx, String name, String owner, Duration length, Instant now) {
        if (length.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a lease of " + length + " is longer than a day");
        }
        return tx.update(
                        """
                        INSERT INTO counsel_jobs (name, owner, lease) VALUES (?, ?, ?)
                        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, lease = excluded.lease
                        WHERE counsel_jobs.owner IS NULL OR counsel_jobs.owner = excluded.owner
                            OR counsel_jobs.lease <= ? OR counsel_jobs.lease > ?""",
                        Bounds.id("job", name),
                        Bounds.id("owner", owner),
                        now.plus(length),
                        now,
                        // No lease is longer than a day, unless the clock went back.
                        now.plus(LONGEST))
                == 1;
    }

    /** Gives a job back as done now; false if its owner had lost it. */
    @Needs(value = Right.OPERATE, agents = false)
    public boolean done(Principal by, String name, String owner) {
        return context.write(
                by,
                (tx, now) -> tx.update(
                                "UPDATE counsel_jobs SET owner = NULL, lease = NULL, last_run = ? WHERE name = ? AND owner = ?",
                                now,
                                name,
                                owner)
                        == 1);
    }

    /** Gives a job back undone. */
    @Needs(value = Right.OPERATE, agents = false)
    public void release(Principal by, String name, String owner) {
        context.write(
                by,
                (tx, now) -> tx.update(
                        "UPDATE counsel_jobs SET owner = NULL, lease = NULL WHERE name = ? AND owner = ?",
                        name,
                        owner));
    }

    /**
     * How a job stands. Immutable.
     *
     * @param lastRun when it was last done; null if never
     * @param owner who does it now; null if nobody does
     */
    public record State(
            String name,
            @Nullable Instant lastRun,
            @Nullable String owner) {}

    /** How all jobs stand that were ever begun, by their names. */
    @Needs(Right.READ)
    public List<State> states(Principal by) {
        return context.read(
                by,
                (tx, now) -> tx.list(
                        "SELECT name, last_run, CASE WHEN lease > ? THEN owner END FROM counsel_jobs ORDER BY name",
                        row -> new State(row.text(1), row.instantOrNull(2), row.textOrNull(3)),
                        now));
    }
}
