package dev.stoa.cli;

import dev.stoa.Stoa;
import dev.stoa.debate.DebateSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The noun {@code debate}: debates, their record and what is done with it. Used by one thread. */
@Command(
        name = "debate",
        description = "Hold debates, look at their record, replay and grade them.",
        subcommands = {DebateRunCommand.Run.class, DebateRunCommand.Create.class, DebateRunCommand.Resume.class})
final class DebateCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Main main;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "no verb is given: run, create, resume, list, show, turns, ballots, gates, events, versions, approve,"
                        + " reject, cancel, grade, replay, lessons, stats or learn");
    }

    Main main() {
        return main;
    }

    /** The stores, after the gates whose time is over were settled. */
    Stoa open() {
        Stoa stoa = main.open();
        stoa.gates().expireDue();
        return stoa;
    }

    @Command(name = "show", description = "Show a debate: what was asked, where it stands, how it ended.")
    void show(@Parameters(paramLabel = "ID", description = "Its id, the end of it, or its debate id.") String id) {
        try (Stoa stoa = open()) {
            DebateSession session = stoa.debates().get(id);
            main.print(session.document(), SessionView.whole(Screen.of(main.around()), session));
        }
    }
}
