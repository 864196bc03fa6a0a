package dev.stoa.cli;

import dev.stoa.base.StoaException;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Environment;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.log.LogOutput;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** The {@code stoa} program: reads one command line, runs its command and ends with its exit code. Stateless. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Environment environment = Environment.ofThisProcess();
        LogOutput log = new LogOutput(environment.err(), environment.terminal(), environment.variables());
        log.install();
        NativeLibraries.use();
        System.exit(run(environment, log, args));
    }

    /** Runs one command line and answers its exit code. */
    static int run(Environment environment, String... args) {
        return run(
                environment, new LogOutput(environment.err(), environment.terminal(), environment.variables()), args);
    }

    static int run(Environment environment, LogOutput log, String... typed) {
        Invocation invocation = new Invocation(environment, log);
        CommandLine line = new CommandLine(invocation);
        String[] args =
                new TypedWords(line.getCommandSpec(), List.of(typed)).resolved().toArray(String[]::new);
        // Where the command line itself is wrong its options have not been read yet.
        boolean json = Arrays.asList(args).contains("--json");
        CommandTable.addTo(line, List.of(args));
        int exit = line.setExpandAtFiles(false) // what begins with @ names an agent
                // Else what may follow an option would depend on which commands were built.
                .setAllowSubcommandsAsOptionParameters(true)
                .setOut(environment.out())
                .setErr(environment.err())
                .setParameterExceptionHandler((e, ignored) -> invocation.usage(e, json))
                .setExecutionStrategy(parsed -> {
                    invocation.begin();
                    try {
                        allow(invocation, parsed);
                    } catch (StoaException e) {
                        return invocation.failure(e);
                    }
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setExecutionExceptionHandler((e, command, ignored) -> invocation.failure(e))
                .execute(args);
        return invocation.written(exit, json);
    }

    /** Asks before a verb runs whether it may; a noun without a verb and a question for help need no right. */
    private static void allow(Invocation invocation, ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            if (last.isUsageHelpRequested()) {
                return;
            }
            last = last.subcommand();
        }
        boolean verb = parsed.hasSubcommand() && !(last.commandSpec().userObject() instanceof CommandGroup);
        if (verb && !last.isUsageHelpRequested()) {
            invocation.allow(last.commandSpec().qualifiedName(" ").substring("stoa ".length()));
        }
    }
}
