package dev.stoa.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The {@code stoa} program: one command with its verbs below it. Used by one thread. */
@Command(
        name = "stoa",
        description = "The system of record and the runtime for societies of AI agents.",
        subcommands = VersionCommand.class)
public final class Main implements Runnable {
    private static final int USAGE = 2;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec spec;

    @Option(names = "--help", usageHelp = true, scope = CommandLine.ScopeType.INHERIT, description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli acts on the option itself; its value is never read
    private boolean help;

    private Main() {}

    public static void main(String[] args) {
        // UTF-8 whatever the terminal says, because JSON on a pipe has no other encoding.
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, args));
    }

    /** Runs one command line and answers its exit code; data goes to {@code out}, everything else to {@code err}. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        boolean json = Arrays.asList(args).contains("--json");
        return new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((e, ignored) -> usage(e, err, json))
                .execute(args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command is given");
    }

    private static int usage(ParameterException e, PrintWriter err, boolean json) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("the arguments are wrong");
        String what = message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
        String hint = hint(e);
        if (!json) {
            err.println("stoa: %s; %s".formatted(what, hint));
            return USAGE;
        }
        try (JsonGenerator document = new JsonFactory().createGenerator(ObjectWriteContext.empty(), err)) {
            document.writeStartObject();
            document.writeObjectPropertyStart("error");
            document.writeStringProperty("code", "invalid");
            document.writeStringProperty("message", what);
            document.writeStringProperty("hint", hint);
            document.writeEndObject();
            document.writeEndObject();
            document.writeRaw('\n');
        }
        return USAGE;
    }

    private static String hint(ParameterException e) {
        List<String> near = e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String command = e.getCommandLine().getCommandSpec().qualifiedName(" ");
        return near.isEmpty() ? "see " + command + " --help" : "did you mean " + String.join(" or ", near) + "?";
    }
}
