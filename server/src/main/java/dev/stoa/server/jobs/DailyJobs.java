package dev.stoa.server.jobs;

import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.base.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that one of all servers does once a day, each by its name under a lease. Thread-safe. It is due at three in the
 * morning UTC and a minute of the hour that is this server's own, so that not all come at once; what was missed is done
 * when a server is there again.
 */
final class DailyJobs {
    private static final Logger LOG = LoggerFactory.getLogger(DailyJobs.class);
    private static final LocalTime HOUR = LocalTime.of(3, 0);
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration RENEWAL = Duration.ofSeconds(60);
    private static final int MINUTES = 60;
    private static final int LONGEST_ID = 128;

    private final Jobs jobs;
    private final Principal by;
    private final String owner;
    private final InstantSource clock;
    private final Duration renewal;

    /**
     * The daily work of a server.
     *
     * @param owner what no other process is called
     */
    DailyJobs(Jobs jobs, Principal by, String owner, InstantSource clock) {
        this(jobs, by, owner, clock, RENEWAL);
    }

    /** The same with another time between renewals of its leases. */
    DailyJobs(Jobs jobs, Principal by, String owner, InstantSource clock, Duration renewal) {
        this.renewal = renewal;
        this.jobs = jobs;
        this.by = by;
        // An id of the archive; the end of a long name tells processes of one host apart.
        String id = owner.replaceAll("[^A-Za-z0-9._:-]", ":");
        this.owner = id.substring(Math.max(0, id.length() - LONGEST_ID));
        this.clock = clock;
    }

    /** The last three o'clock after which it was this server's turn. */
    Instant since() {
        Instant now = clock.instant();
        Duration own = Duration.ofMinutes(Math.floorMod(owner.hashCode(), MINUTES));
        Instant today = now.atZone(ZoneOffset.UTC).toLocalDate().atTime(HOUR).toInstant(ZoneOffset.UTC);
        return now.isBefore(today.plus(own)) ? today.minus(Duration.ofDays(1)) : today;
    }

    /** Does what no server has done since; what fails is done again later, and stops no other. */
    void run(Map<String, Runnable> works) {
        RuntimeException first = null;
        for (Map.Entry<String, Runnable> work : works.entrySet()) {
            try {
                run("daily." + work.getKey(), work.getValue());
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private void run(String name, Runnable work) {
        if (!jobs.leaseUnlessDoneSince(by, name, owner, LEASE, since())) {
            return;
        }
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean lost = new AtomicBoolean();
        Thread worker = Thread.currentThread();
        Thread renewing = Thread.ofVirtual()
                .name("stoa-lease-" + name)
                .start(() -> renew(name, over, () -> {
                    lost.set(true);
                    worker.interrupt();
                }));
        boolean done = false;
        try {
            work.run();
            done = true;
        } finally {
            over.countDown();
            join(renewing, lost);
            if (done && !lost.get()) {
                jobs.done(by, name, owner);
            } else {
                jobs.release(by, name, owner);
            }
        }
    }

    private void renew(String name, CountDownLatch over, Runnable lost) {
        try {
            while (!over.await(renewal.toNanos(), TimeUnit.NANOSECONDS)) {
                if (!renewed(name)) {
                    lost.run();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Renews a lease unless it is lost; what fails now may go well the next time, before it has run out. */
    private boolean renewed(String name) {
        try {
            if (jobs.lease(by, name, owner, LEASE)) {
                return true;
            }
            LOG.warn("the lease of {} has run out and another server has it; the work ends here", name);
            return false;
        } catch (StoaException e) {
            LOG.warn("the lease of {} was not renewed, which is tried again: {}", name, e.getMessage());
            return true;
        }
    }

    /** Waits for the end of the renewals; the interrupt of a lost lease was for the work, and ends nothing else. */
    private static void join(Thread renewing, AtomicBoolean lost) {
        boolean interrupted = Thread.interrupted();
        while (renewing.isAlive()) {
            try {
                renewing.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        // It may have come after the last wait.
        interrupted |= Thread.interrupted();
        if (interrupted && !lost.get()) {
            Thread.currentThread().interrupt();
        }
    }
}
