package dev.stoa.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

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
        var nowhere = new PrintWriter(Writer.nullWriter());
        return List.of(
                Main.run(nowhere, nowhere, "--help"),
                Main.run(nowhere, nowhere, "version"),
                Main.run(nowhere, nowhere, "version", "--json"),
                Main.run(nowhere, nowhere, "version", "--no-such-option"));
    }
}
