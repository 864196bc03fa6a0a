package dev.stoa.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A word that needs a verb behind it. Used by one thread. */
abstract class Noun implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    Main main;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    CommandSpec spec;

    final Main main() {
        return main;
    }

    @Override
    public final void run() {
        List<String> verbs = spec.subcommands().keySet().stream().sorted().toList();
        throw new ParameterException(
                spec.commandLine(),
                "no verb is given: " + String.join(", ", verbs.subList(0, verbs.size() - 1)) + " or "
                        + verbs.getLast());
    }
}
