package dev.stoa.counsel.base;

import dev.stoa.base.Bounds;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;

/**
 * Who does the jobs of the archive, so that of several processes one does. Thread-safe. A lease that is not renewed
 * ends, so a process that died holds nothing up. A process that lost its lease must stop; every job may be done twice.
 */
public final class Jobs {
    private final CounselContext context;

    private Jobs(CounselContext context) {
        this.context = context;
    }

    public static Jobs over(CounselContext context) {
        return new Jobs(context);
    }

    /**
     * Takes a job, or renews the lease of its owner.
     *
     * @param owner who takes it, unlike all others
     * @return false if another has it
     */
    public boolean lease(String name, String owner, Duration length) {
        return context.archive().write(tx -> lease(tx, name, owner, length, context.now()));
    }

    /** The same, only if the job was last done long enough ago. */
    public boolean leaseIfDue(String name, String owner, Duration length, Duration every) {
        return context.archive().write(tx -> {
            Instant now = context.now();
            boolean due = tx.number(
                            "SELECT count(*) FROM counsel_jobs WHERE name = ? AND last_run > ?", name, now.minus(every))
                    == 0;
            return due && lease(tx, name, owner, length, now);
        });
    }

    private static boolean lease(Tx tx, String name, String owner, Duration length, Instant now) {
        return tx.update("""
                        INSERT INTO counsel_jobs (name, owner, lease) VALUES (?, ?, ?)
                        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, lease = excluded.lease
                        WHERE counsel_jobs.owner IS NULL OR counsel_jobs.owner = excluded.owner
                            OR counsel_jobs.lease <= ?""", Bounds.id("job", name), Bounds.id("owner", owner), now.plus(length), now) == 1;
    }

    /** Gives a job back as done now; false if its owner had lost it. */
    public boolean done(String name, String owner) {
        return context.archive()
                .write(tx -> tx.update(
                                "UPDATE counsel_jobs SET owner = NULL, lease = NULL, last_run = ? WHERE name = ? AND owner = ?",
                                context.now(),
                                name,
                                owner)
                        == 1);
    }

    /** Gives a job back undone. */
    public void release(String name, String owner) {
        context.archive()
                .write(tx -> tx.update(
                        "UPDATE counsel_jobs SET owner = NULL, lease = NULL WHERE name = ? AND owner = ?",
                        name,
                        owner));
    }
}
