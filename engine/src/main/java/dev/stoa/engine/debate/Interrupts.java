package dev.stoa.engine.debate;

import dev.stoa.base.UnavailableException;

/** What an interrupt does to a thread that holds a debate. Stateless; all of it is about the current thread. */
final class Interrupts {
    private Interrupts() {}

    /** Stops a thread that was interrupted. */
    static void check() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Forgets an interrupt that is being obeyed, so that what is left to be done can be. */
    @SuppressWarnings("ResultOfMethodCallIgnored") // whether there was one makes no difference
    static void clear() {
        Thread.interrupted();
    }

    /** What to throw where an archive refused something because the thread was interrupted. */
    static InterruptedException by(UnavailableException e) {
        InterruptedException interrupted = new InterruptedException(e.getMessage());
        interrupted.initCause(e);
        return interrupted;
    }
}
