package dev.stoa.cli;

import dev.stoa.cli.console.Environment;
import dev.stoa.cli.console.Invocation;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** The {@code stoa} program: reads one command line, runs its command and ends with its exit code. Stateless. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(run(Environment.ofThisProcess(), args));
    }

    /** Runs one command line and answers its exit code. */
    public static int run(Environment around, String... args) {
        // Where the command line itself is wrong its options have not been read yet.
        boolean json = Arrays.asList(args).contains("--json");
        Invocation invocation = new Invocation(around);
        CommandLine line = new CommandLine(invocation);
        CommandTable.addTo(line, List.of(args));
        return line.setExpandAtFiles(false) // what begins with @ names an agent
                .setOut(around.out())
                .setErr(around.err())
                .setParameterExceptionHandler((e, ignored) -> invocation.usage(e, json))
                .setExecutionExceptionHandler((e, command, ignored) -> invocation.failure(e))
                .execute(args);
    }
}
