package dev.stoa.cli.debate;

import dev.stoa.cli.console.Invocation;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.upkeep.GateOutcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verbs that decide at a gate and then go on with the debate. Used by one thread. */
final class DebateGateCommands {
    private DebateGateCommands() {}

    /** What both have in common. */
    abstract static class Decide implements Callable<Integer> {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private DebateCommand debate;

        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private DebateDisplay show;

        @Parameters(paramLabel = "ID", description = "Session id, the end of it, or the debate id.")
        @SuppressWarnings("NullAway.Init") // set by picocli before call
        private String id;

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                description = "Reason for the decision; required to reject, and shown to the agents.")
        private @Nullable String reason;

        @Option(
                names = "--by",
                paramLabel = "NAME",
                description = "Name of the person who decides (default: the acting principal)")
        private @Nullable String by;

        @Option(
                names = "--detach",
                description = "Record the decision only; the server or debate resume continues the debate.")
        private boolean detach;

        abstract Verdict verdict();

        Map<String, String> answers() {
            return Map.of();
        }

        @Override
        public Integer call() {
            Invocation main = debate.main();
            try (DebateConsole console = DebateConsole.open(main)) {
                GateOutcome outcome = console.gated()
                        .decide(id, verdict(), by == null ? main.principal().name() : by, reason, answers());
                DebateSession now = outcome.session();
                if (outcome.decision().alreadyDecided()) {
                    main.say("already decided by " + outcome.decision().gate().decidedBy());
                    return show.still(main, console, now, outcome::document);
                }
                return outcome.goesOn() && !detach
                        ? show.hold(main, console, now.id(), outcome::document)
                        : still(main, console, now, outcome::document);
            }
        }

        private int still(Invocation main, DebateConsole console, DebateSession now, DebateDisplay.Ending ending) {
            show.still(main, console, now, ending);
            return now.status() == SessionRow.Status.RUNNING ? 0 : DebateConsole.exit(now);
        }
    }

    /** {@code debate approve}. */
    @Command(name = "approve", description = "Approve the pending gate and continue the debate.")
    static final class Approve extends Decide {
        @Option(
                names = "--answer",
                paramLabel = "Q=TEXT",
                description = "Answer to a clarifying question, by the id of the question; may be repeated.")
        private Map<String, String> answers = new LinkedHashMap<>();

        @Override
        Verdict verdict() {
            return Verdict.APPROVE;
        }

        @Override
        Map<String, String> answers() {
            return answers;
        }
    }

    /** {@code debate reject}. */
    @Command(name = "reject", description = "Reject the pending gate; the phase is repeated with the reason.")
    static final class Reject extends Decide {
        @Override
        Verdict verdict() {
            return Verdict.REJECT;
        }
    }
}
