package dev.stoa.cli;

import dev.stoa.base.StoaException;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Environment;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.StopSignals;
import dev.stoa.cli.log.LogOutput;
import dev.stoa.cli.remote.RemoteServer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** The {@code stoa} program: reads one command line, runs its command and ends with its exit code. Stateless. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // Standard output is for data alone: what a library prints would spoil it, and goes where logs go.
        System.setOut(System.err);
        Environment environment = Environment.ofThisProcess();
        LogOutput log = new LogOutput(environment.err(), environment.terminal(), environment.variables());
        log.install();
        NativeLibraries.use();
        // Until the process ends; a command that goes on for long takes the signals for itself.
        StopSignals.take(StopSignals::end);
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
                        ParseResult verb = verb(parsed);
                        if (verb != null) {
                            String name = name(verb);
                            invocation.allow(name);
                            RemoteServer server = RemoteServer.of(environment.variables());
                            if (server != null && RemoteServer.concerns(name)) {
                                return server.run(invocation, name, verb.commandSpec());
                            }
                        }
                    } catch (StoaException e) {
                        return invocation.failure(e);
                    }
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setExecutionExceptionHandler((e, command, ignored) -> invocation.failure(e))
                .execute(args);
        int written = invocation.written(exit, json);
        invocation.awaitLoaded();
        return written;
    }

    /** The verb that is to run; null for a noun without a verb and a question for help, which need no right. */
    private static @Nullable ParseResult verb(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            if (last.isUsageHelpRequested()) {
                return null;
            }
            last = last.subcommand();
        }
        boolean verb = parsed.hasSubcommand() && !(last.commandSpec().userObject() instanceof CommandGroup);
        return verb && !last.isUsageHelpRequested() ? last : null;
    }

    private static String name(ParseResult verb) {
        return verb.commandSpec().qualifiedName(" ").substring("stoa ".length());
    }
}
