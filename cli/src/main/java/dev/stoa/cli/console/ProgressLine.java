package dev.stoa.cli.console;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A line on a terminal that tells how far something long has come, and is gone when it has ended. Safe from any thread.
 * Where the output is no terminal it prints nothing.
 */
public final class ProgressLine implements AutoCloseable {
    private static final String CLEAR = "\r\u001b[K";
    private static final long STEP = 20_000;

    private final Environment environment;
    private final long all;
    private final AtomicLong turns = new AtomicLong();

    /**
     * Starts at nothing.
     *
     * @param all how many turns there will be; 0 if nobody knows
     */
    public ProgressLine(Environment environment, long all) {
        this.environment = environment;
        this.all = all;
    }

    public void taken(long more) {
        long now = turns.addAndGet(more);
        if (now / STEP > (now - more) / STEP) {
            String share = all == 0 ? "" : ", " + Math.min(99, 100 * now / all) + " %";
            show(String.format(Locale.ROOT, "%,d turns%s", now, share));
        }
    }

    /** Shows how many items are done: at the first, and at each percent. */
    public void reached(String what, long done, long of) {
        if (done == 1 || 100 * done / of > 100 * (done - 1) / of) {
            show(String.format(Locale.ROOT, "%,d of %,d %s", done, of, what));
        }
    }

    private void show(String line) {
        if (environment.terminal()) {
            environment.err().print(CLEAR + line);
            environment.err().flush();
        }
    }

    @Override
    public void close() {
        if (environment.terminal()) {
            environment.err().print(CLEAR);
            environment.err().flush();
        }
    }
}
