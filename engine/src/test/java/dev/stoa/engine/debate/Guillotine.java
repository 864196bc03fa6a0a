package dev.stoa.engine.debate;

import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that ends a runner between two of its commits: asked for the time of a commit, it throws instead. Thread-safe.
 * A runner asks for the time outside the transaction, so what dies with it is what dies with a process.
 */
public final class Guillotine implements InstantSource {
    /** The end of a runner; an error, so that nobody on the way tidies up. */
    public static final class Killed extends Error {
        Killed() {
            super("killed", null, false, false);
        }
    }

    /** Told how many commits there were before the one that is about to be. */
    @FunctionalInterface
    public interface Moment {
        void reached(int commits);
    }

    private final InstantSource clock;
    private final Moment moment;
    private int commits;

    public Guillotine(InstantSource clock, Moment moment) {
        this.clock = clock;
        this.moment = moment;
    }

    /** One that lets a runner make so many commits and no more. */
    public static Guillotine before(InstantSource clock, int commit) {
        return new Guillotine(clock, commits -> {
            if (commits >= commit) {
                throw new Killed();
            }
        });
    }

    /** How many commits there were. */
    public synchronized int commits() {
        return commits;
    }

    @Override
    public synchronized Instant instant() {
        boolean commit = StackWalker.getInstance()
                .walk(frames -> frames.limit(8)
                        .anyMatch(frame -> frame.getClassName().equals("dev.stoa.debate.session.SessionWriter")
                                && frame.getMethodName().equals("commit")));
        if (commit) {
            moment.reached(commits);
            commits++;
        }
        return clock.instant();
    }
}
