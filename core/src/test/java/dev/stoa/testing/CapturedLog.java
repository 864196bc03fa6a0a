package dev.stoa.testing;

import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.event.Level;

/**
 * The warnings that one class logs, from any thread, until it is closed. Thread-safe. Loggers are found by name, because
 * many classes that log are private to their package.
 */
public final class CapturedLog implements AutoCloseable {
    private static final Set<CapturedLog> OPEN = new CopyOnWriteArraySet<>();
    private static final long PATIENCE_SECONDS = 60;

    private final String logger;
    private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();

    private CapturedLog(String logger) {
        this.logger = logger;
    }

    /** Begins to capture what a class logs. */
    public static CapturedLog of(Class<?> logger) {
        CapturedLog log = new CapturedLog(logger.getName());
        OPEN.add(log);
        return log;
    }

    static boolean wants(String logger) {
        return OPEN.stream().anyMatch(log -> log.logger.equals(logger));
    }

    static void take(String logger, Level level, String message) {
        for (CapturedLog log : OPEN) {
            if (level == Level.WARN && log.logger.equals(logger)) {
                log.warnings.add(message);
            }
        }
    }

    /** What was warned of so far and not awaited. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** The next warning; waits for it, and fails if none comes. */
    public String awaitWarning() throws InterruptedException {
        String warning = warnings.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (warning == null) {
            throw new AssertionError(logger + " has warned of nothing");
        }
        return warning;
    }

    @Override
    public void close() {
        OPEN.remove(this);
    }
}
