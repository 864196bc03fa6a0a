package dev.stoa.server.jobs;

import java.time.Duration;

/**
 * Work that is done again and again. Immutable.
 *
 * @param first how long after the start it is first done
 * @param every how long after its end it is done again
 */
record Job(String name, Duration first, Duration every, Work work) {
    /** What a job does; what it throws is logged, and it is tried again at its next time. */
    @FunctionalInterface
    interface Work {
        void run() throws InterruptedException;
    }
}
