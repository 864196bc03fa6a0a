package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.cli.console.Invocation;
import dev.stoa.config.Location;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.DebateSettings;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.provider.Pause;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.upkeep.GatedDebates;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/**
 * Where a command holds debates: the stores, the engine and the person who watches. Used by one thread.
 *
 * <p>Opening it settles the gates whose time is over.
 */
final class DebateConsole implements AutoCloseable {
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
                        Providers.of(config, main.environment().variables(), clock),
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

    /** The debates that wait at gates, and their gates. */
    GatedDebates gated() {
        return GatedDebates.of(stoa, engine, InstantSource.system(), Pause.real());
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
            // Running: another process has taken it over.
            case CANCELLED, RUNNING -> ExitCode.CONFLICT;
        };
    }

    @Override
    public void close() {
        stoa.close();
    }
}
