package dev.stoa.cli.console;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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

    /**
     * Adds the verb of that name to the command line of this noun, and all verbs if there is none such. Building a verb
     * means reading the annotations of its options, which for all verbs together takes longer than most commands run.
     */
    public final void addVerbs(CommandLine line, @Nullable String verb) {
        Verbs verbs = getClass().getAnnotation(Verbs.class);
        List<Class<?>> classes = verbs == null ? List.of() : List.of(verbs.value());
        List<Method> methods = CommandLine.getCommandMethods(getClass(), null);
        boolean known = classes.stream().anyMatch(type -> name(type).equals(verb))
                || methods.stream().anyMatch(method -> name(method).equals(verb));
        classes.stream().filter(type -> !known || name(type).equals(verb)).forEach(line::addSubcommand);
        methods.stream()
                .filter(method -> !known || name(method).equals(verb))
                .forEach(method -> line.addSubcommand(name(method), new CommandLine(method)));
    }

    private static String name(AnnotatedElement verb) {
        return Objects.requireNonNull(verb.getAnnotation(Command.class)).name();
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
