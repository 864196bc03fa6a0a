package dev.stoa.cli.console;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A line on a terminal that tells how far something long has come, and is gone when it has ended. Safe from any thread.
 * Where nobody watches it says nothing.
 */
public final class ProgressLine implements AutoCloseable {
    private static final String CLEAR = "\r\u001b[K";
    private static final long STEP = 20_000;

    private final Environment around;
    private final long all;
    private final AtomicLong turns = new AtomicLong();

    /**
     * Starts at nothing.
     *
     * @param all how many turns there will be; 0 if nobody knows
     */
    public ProgressLine(Environment around, long all) {
        this.around = around;
        this.all = all;
    }

    public void taken(long more) {
        long now = turns.addAndGet(more);
        if (around.terminal() && now / STEP > (now - more) / STEP) {
            String share = all == 0 ? "" : ", " + Math.min(99, 100 * now / all) + " %";
            around.err().print(String.format(Locale.ROOT, "%s%,d turns%s", CLEAR, now, share));
            around.err().flush();
        }
    }

    @Override
    public void close() {
        if (around.terminal()) {
            around.err().print(CLEAR);
            around.err().flush();
        }
    }
}
