package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.ConflictException;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.Invocation;
import dev.stoa.config.Location;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.DebateSettings;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.provider.Pause;
import dev.stoa.engine.provider.Providers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * Where a command holds debates: the stores, the engine and the person who watches. Used by one thread.
 *
 * <p>Opening it settles the gates whose time is over.
 */
final class DebateConsole implements AutoCloseable {
    private static final Duration GLANCE = Duration.ofMillis(200);

    private final Stoa stoa;
    private final DebateEngine engine;

    private DebateConsole(Stoa stoa, DebateEngine engine) {
        this.stoa = stoa;
        this.engine = engine;
    }

    static DebateConsole open(Invocation main) {
        main.showWarnings();
        StoaConfig config = main.config();
        InstantSource clock = InstantSource.system();
        Stoa stoa = main.open();
        stoa.debate().gates().expireDue();
        return new DebateConsole(
                stoa,
                DebateEngine.over(
                        stoa,
                        Providers.of(config, main.around().variables(), clock),
                        clock,
                        CodeRunner.create(config.get(DebateSettings.REQUIRE_NO_NETWORK), List.of(folder(config))),
                        "cli:" + ProcessHandle.current().pid()));
    }

    private static Path folder(StoaConfig config) {
        return switch (config.location()) {
            case Location.Directory place -> place.directory();
            case Location.Postgres place -> place.directory();
        };
    }

    Stoa stoa() {
        return stoa;
    }

    DebateEngine engine() {
        return engine;
    }

    /**
     * Goes on with a debate until it ends or waits for a person.
     *
     * @param wait whether to stay at a gate until somebody has decided, and then to go on, or to look on while whoever
     *     decided goes on
     */
    DebateSession hold(String id, DebateListener listener, boolean wait) throws InterruptedException {
        DebateSession session = engine.resume(id, listener);
        while (wait && !session.status().isTerminal()) {
            if (isFree(session)) {
                session = take(id, listener);
            } else {
                Pause.real().of(GLANCE);
                stoa.debate().gates().expireDue();
                session = stoa.debate().sessions().get(id);
            }
        }
        return session;
    }

    /** Whether it may go on and nobody runs it. */
    private static boolean isFree(DebateSession session) {
        Instant lease = session.row().leaseUntil();
        return session.status() == SessionRow.Status.RUNNING
                && (lease == null || lease.isBefore(InstantSource.system().instant()));
    }

    private DebateSession take(String id, DebateListener listener) throws InterruptedException {
        try {
            return engine.resume(id, listener);
        } catch (ConflictException e) {
            // Somebody else was quicker.
            return stoa.debate().sessions().get(id);
        }
    }

    /** Applies what a debate has to teach, and answers how it then stands. */
    DebateSession learn(DebateSession session) {
        engine.learn(session.id());
        return stoa.debate().sessions().get(session.id());
    }

    /** The exit code that tells how a debate stands. */
    static int exit(DebateSession session) {
        return switch (session.status()) {
            case PENDING, PAUSED, COMPLETED -> 0;
            case FAILED -> ExitCode.FAILED;
            // Running: somebody else has taken it over.
            case CANCELLED, RUNNING -> ExitCode.CONFLICT;
        };
    }

    @Override
    public void close() {
        stoa.close();
    }
}
