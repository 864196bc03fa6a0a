package dev.stoa.engine.provider;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How the time between two tries is spent; tests let it pass at once. */
@FunctionalInterface
public interface Pause {
    /** Returns when the time is over. */
    void of(Duration time) throws InterruptedException;

    /** A pause that really waits. */
    static Pause real() {
        return time -> {
            // The latch is never counted down, so this ends with the time or with an interrupt.
            boolean over = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
            assert !over;
        };
    }
}
