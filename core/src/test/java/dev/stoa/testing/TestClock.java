package dev.stoa.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands until a test moves it. Thread-safe. */
public final class TestClock implements InstantSource {
    private volatile Instant now;

    private TestClock(Instant now) {
        this.now = now;
    }

    public static TestClock at(String time) {
        return new TestClock(Instant.parse(time));
    }

    @Override
    public Instant instant() {
        return now;
    }

    public synchronized void advance(Duration by) {
        now = now.plus(by);
    }
}
