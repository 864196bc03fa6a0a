package dev.stoa.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The noun {@code debate}: debates and what is done with their record. Used by one thread. */
@Command(
        name = "debate",
        description = "Check the receipts of debates.",
        subcommands = {DebateVerifyCommand.class})
final class DebateCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Main main;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no verb is given: verify");
    }

    Main main() {
        return main;
    }
}
