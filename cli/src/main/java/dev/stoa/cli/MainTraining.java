package dev.stoa.cli;

import dev.stoa.cli.console.Environment;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The training run of the AOT cache: everyday commands, one after another in one JVM. Used by one thread. It works on
 * whatever data directory it finds, so the launcher gives it one that is thrown away.
 */
final class MainTraining {
    private MainTraining() {}

    public static void main(String[] args) {
        run();
    }

    /** Answers the exit codes of the commands in their order; a failed one has still trained what it touched. */
    static List<Integer> run() {
        return Stream.of("--help", "version", "version --json", "version --no-such-option", "init", "doctor", "config")
                .map(line -> Main.run(quiet(), line.split(" ", -1)))
                .toList();
    }

    private static Environment quiet() {
        var nowhere = new PrintWriter(Writer.nullWriter());
        var nothing = new BufferedReader(Reader.nullReader());
        return new Environment(
                nowhere, nowhere, nothing, System.getenv(), Path.of("").toAbsolutePath(), false, false);
    }
}
