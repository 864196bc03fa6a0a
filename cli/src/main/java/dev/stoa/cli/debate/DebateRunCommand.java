package dev.stoa.cli.debate;

import dev.stoa.cli.console.Invocation;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.debate.DebateEngine;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verbs that begin a debate or go on with one. Used by one thread. */
final class DebateRunCommand {
    private DebateRunCommand() {}

    /** {@code debate run}. */
    @Command(name = "run", description = "Run a debate and show it live.")
    static final class Run implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private DebateCommand debate;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private DebateOptions options;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private DebateDisplay show;

        @Override
        public Integer call() {
            Invocation main = debate.main();
            try (DebateConsole console = DebateConsole.open(main)) {
                DebateRequest request =
                        options.request(main, console.stoa(), console.engine().providers());
                DebateEngine.refuseExternal(request);
                DebateSession session =
                        console.engine().create(request, main.principal().name());
                // Under a key that was sent before it may be over, or another process may run it.
                return console.gated().isRunnable(session)
                        ? show.hold(main, console, session.id(), DebateSession::document)
                        : show.still(main, console, session, DebateSession::document);
            }
        }
    }

    /** {@code debate create}. */
    @Command(name = "create", description = "Create a debate without starting it.")
    static final class Create implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateCommand debate;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private DebateOptions options;

        @Override
        public void run() {
            Invocation main = debate.main();
            try (DebateConsole console = DebateConsole.open(main)) {
                DebateSession session = console.engine()
                        .create(
                                options.request(
                                        main, console.stoa(), console.engine().providers()),
                                main.principal().name());
                main.print(
                        session.document(),
                        List.of("debate " + session.id() + " is "
                                + session.status().text() + "; "
                                + SessionText.beginning(session)));
            }
        }
    }

    /** {@code debate resume}. */
    @Command(name = "resume", description = "Start a created debate, or continue one that no process runs.")
    static final class Resume implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private DebateCommand debate;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private DebateDisplay show;

        @Parameters(paramLabel = "ID", description = "Session id, the end of it, or the debate id.")
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private String id;

        @Override
        public Integer call() {
            Invocation main = debate.main();
            try (DebateConsole console = DebateConsole.open(main)) {
                String session = console.stoa().debate().sessions().get(id).id();
                return show.hold(main, console, session, DebateSession::document);
            }
        }
    }
}
