package dev.stoa.cli.console;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that is a noun with verbs below it, such as {@code memory}. Used by one thread. */
public abstract class CommandGroup implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    protected Invocation main;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    protected CommandSpec spec;

    /** The invocation, for verbs that are classes of their own. */
    public final Invocation main() {
        return main;
    }

    /** Refuses a noun without a verb, and names the verbs. */
    @Override
    public final void run() {
        List<String> verbs = spec.subcommands().keySet().stream().sorted().toList();
        throw new ParameterException(
                spec.commandLine(),
                "no verb is given: " + String.join(", ", verbs.subList(0, verbs.size() - 1)) + " or "
                        + verbs.getLast());
    }
}
