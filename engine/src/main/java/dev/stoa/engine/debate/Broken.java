package dev.stoa.engine.debate;

import dev.stoa.base.Excerpt;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import java.util.concurrent.Callable;

/**
 * Something beside the rules and the archive broke while a debate was held: a checker that cannot run, an embedder, a
 * provider. Immutable. The debate cannot go on, and would break again if it were taken up.
 */
final class Broken extends RuntimeException {
    private static final int LONGEST = 2_000;

    private Broken(RuntimeException cause) {
        super(text(cause), cause);
    }

    /** What to throw for something that was thrown: the machine's own errors and interruptions stay what they are. */
    static Broken by(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof UnavailableException unavailable && unavailable.isInterruption()) {
            throw unavailable;
        }
        return thrown instanceof RuntimeException broken
                ? new Broken(broken)
                : new Broken(new IllegalStateException(thrown));
    }

    /** Does something that may break. What an interrupted thread found, or could not do, counts for nothing. */
    static <T> T unless(Callable<T> act) throws InterruptedException {
        try {
            T done = act.call();
            Interrupts.check();
            return done;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            Interrupts.check();
            throw by(e);
        }
    }

    /** What the record says of it. */
    String text() {
        return String.valueOf(getMessage());
    }

    private static String text(RuntimeException cause) {
        String message = String.valueOf(cause.getMessage());
        String text =
                cause instanceof StoaException ? message : cause.getClass().getSimpleName() + ": " + message;
        return Excerpt.of(text, LONGEST);
    }
}
