package dev.stoa.testing;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The warnings that one class logs, or everything that is logged at all, from any thread, until it is closed. Thread-safe. Loggers are found by name, because
 * many classes that log are private to their package.
 */
public final class CapturedLog implements AutoCloseable {
    private static final Set<CapturedLog> OPEN = new CopyOnWriteArraySet<>();
    private static final long PATIENCE_SECONDS = 60;
    private static final String ALL = "";

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

    /** Begins to capture what Stoa logs at any level and libraries above DEBUG, with the causes. */
    public static CapturedLog ofEverything() {
        CapturedLog log = new CapturedLog(ALL);
        OPEN.add(log);
        return log;
    }

    static boolean wants(String logger) {
        return OPEN.stream().anyMatch(log -> log.logger.equals(logger) || log.logger.equals(ALL));
    }

    static boolean wantsEverything(String logger) {
        return logger.startsWith("dev.stoa.") && OPEN.stream().anyMatch(log -> log.logger.equals(ALL));
    }

    static void take(String logger, Level level, String message, @Nullable Throwable cause) {
        for (CapturedLog log : OPEN) {
            if (log.logger.equals(ALL)) {
                log.warnings.add(level + " " + logger + ": " + message + "\n" + trace(cause));
            } else if (level == Level.WARN && log.logger.equals(logger)) {
                log.warnings.add(message);
            }
        }
    }

    private static String trace(@Nullable Throwable cause) {
        StringWriter text = new StringWriter();
        if (cause != null) {
            cause.printStackTrace(new PrintWriter(text));
        }
        return text.toString();
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
