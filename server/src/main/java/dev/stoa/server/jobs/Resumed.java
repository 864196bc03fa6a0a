package dev.stoa.server.jobs;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this server has taken up because the process that did it is gone: each on a thread of its own, and not more than a
 * limit at once. Thread-safe.
 */
final class Resumed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Resumed.class);

    private final String what;
    private final int most;
    private final Map<String, Thread> going = new ConcurrentHashMap<>();

    Resumed(String what, int most) {
        this.what = what;
        this.most = most;
    }

    /** Takes one up, unless it is being done here already or there is no place. */
    void take(String id, Job.Work work) {
        if (going.size() >= most || going.containsKey(id)) {
            return;
        }
        Thread thread =
                Thread.ofPlatform().daemon().name("stoa-" + what + "-" + id).unstarted(() -> run(id, work));
        if (going.putIfAbsent(id, thread) == null) {
            thread.start();
        }
    }

    private void run(String id, Job.Work work) {
        try {
            work.run();
        } catch (ConflictException e) {
            LOG.debug("another process was quicker with {} {}", what, id);
        } catch (InterruptedException e) {
            LOG.debug("{} {} is left to another process", what, id);
        } catch (RuntimeException e) {
            if (!(e instanceof UnavailableException away && away.isInterruption())) {
                LOG.warn("{} {} could not be resumed: {}", what, id, e.getMessage());
            }
        } finally {
            going.remove(id);
        }
    }

    /** Interrupts all and waits until each has given back what it held. */
    @Override
    public void close() {
        boolean interrupted = false;
        for (Thread thread : going.values()) {
            thread.interrupt();
        }
        for (Thread thread : going.values()) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
