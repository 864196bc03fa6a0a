package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.Invocation;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.upkeep.GatedDebates;

/**
 * Where a command holds debates: the stores, the engine and the person who watches. Used by one thread.
 *
 * <p>Opening it settles the gates whose time is over.
 */
final class DebateConsole implements AutoCloseable {
    private final Stoa stoa;
    private final Engines engines;

    private DebateConsole(Stoa stoa, Engines engines) {
        this.stoa = stoa;
        this.engines = engines;
    }

    static DebateConsole open(Invocation main) {
        main.showWarnings();
        Stoa stoa = main.open();
        stoa.debate().gates().expireDue();
        return new DebateConsole(stoa, main.engines(stoa));
    }

    Stoa stoa() {
        return stoa;
    }

    DebateEngine engine() {
        return engines.debates();
    }

    /** The debates that wait at gates, and their gates. */
    GatedDebates gated() {
        return engines.gates();
    }

    /** The exit code that tells how a debate stands. */
    static int exit(DebateSession session) {
        return switch (session.status()) {
            case PENDING, PAUSED, COMPLETED -> 0;
            case FAILED -> ExitCode.FAILED;
            // Running: another process has taken it over.
            case CANCELLED, RUNNING -> ExitCode.CONFLICT;
        };
    }

    @Override
    public void close() {
        stoa.close();
    }
}
