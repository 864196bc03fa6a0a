package dev.stoa.cli;

import dev.stoa.cli.console.Environment;
import dev.stoa.cli.log.LogOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/**
 * The training run of the AOT cache: everyday commands of every wing, one after another in one JVM. Used by one thread.
 * It works on the data directory that it finds, so the launcher gives it one that is thrown away, and before that it
 * unpacks the {@link NativeLibraries} into the folder that the launcher names.
 *
 * <p>What a command loads and is not trained here costs each of its starts tens of milliseconds.
 */
final class MainTraining {
    private static final List<List<String>> COMMANDS = List.of(
            List.of("--help"),
            List.of("version"),
            List.of("version", "--json"),
            List.of("version", "--no-such-option"),
            List.of("init"),
            List.of("doctor"),
            List.of("config"),
            List.of("memory", "--help"),
            List.of("memory", "add", "Redis evicts keys by the policy in maxmemory-policy", "--importance", "0.8"),
            List.of("memory", "list"),
            List.of("memory", "list", "--json"),
            List.of("memory", "recall", "how does redis evict keys?"),
            List.of("memory", "stats"),
            List.of("consensus", "list"),
            List.of("evidence", "add", "Whales hunt by sound", "--source", "docs"),
            List.of("evidence", "search", "hunters of the sea"),
            List.of("rating", "board"),
            List.of("debate", "run", "Which colour?", "--agents", "a=sim:,b=sim:", "--preset", "vote"),
            List.of("debate", "list"),
            List.of("breaker", "list"),
            List.of("agent", "register", "ana", "--model", "sim:"),
            List.of("agent", "list"),
            List.of("channel", "create", "hall"),
            List.of("channel", "list"),
            List.of("message", "send", "hall", "Good morning", "--as", "ana"),
            List.of("message", "recv", "hall"),
            List.of("task", "add", "sweep the hall"),
            List.of("task", "list"),
            List.of("note", "add", "Say good morning", "--topic", "greeting", "--as", "ana"),
            List.of("note", "list", "--as", "ana"),
            List.of("knowledge", "query", "hall/*"),
            List.of("context", "good morning"),
            List.of("run", "list"),
            List.of("run", "work", "--once"));

    private MainTraining() {}

    public static void main(String[] args) throws IOException {
        String natives = System.getProperty(NativeLibraries.FOLDER);
        if (natives != null) {
            NativeLibraries.unpack(Path.of(natives));
            NativeLibraries.use();
            NativeLibraries.unpackModel(Path.of(natives));
        }
        Environment quiet = quiet();
        LogOutput log = new LogOutput(quiet.err(), false, quiet.variables());
        log.install();
        run(quiet, log);
    }

    /** Answers the exit codes of the commands in their order; a failed one has still trained what it touched. */
    static List<Integer> run(Environment environment, LogOutput log) {
        return COMMANDS.stream()
                .map(command -> Main.run(environment, log, command.toArray(String[]::new)))
                .toList();
    }

    private static Environment quiet() {
        var nowhere = new PrintWriter(Writer.nullWriter());
        var nothing = InputStream.nullInputStream();
        return new Environment(
                nowhere, nowhere, nothing, System.getenv(), Path.of("").toAbsolutePath(), false, false);
    }
}
