package dev.stoa.engine.code;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.json.Json;
import dev.stoa.process.BoundedBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program that says whether an answer is right: it gets the answer on standard input and exits with 0 for right and 1
 * for wrong. Any other failure leaves the answer unchecked, never passed. Immutable, safe from any thread.
 */
public final class CommandChecker {
    private static final int MOST_OUTPUT = 4_096;

    private final CodeRunner runner;
    private final List<String> argv;
    private final RunLimits limits;

    private CommandChecker(CodeRunner runner, List<String> argv, RunLimits limits) {
        this.runner = runner;
        this.argv = argv;
        this.limits = limits;
    }

    /** The checker of a command line, which is split into words here and never meets a shell. */
    public static CommandChecker of(CodeRunner runner, String command, RunLimits limits) {
        return new CommandChecker(runner, words(command), limits);
    }

    /**
     * What a check found.
     *
     * @param exit the status; null if the program had to be ended
     * @param output the end of what it printed
     */
    public record Verdict(CheckStatus status, @Nullable Integer exit, long durationMs, String output) {
        /** The detail as it is stored. */
        public Map<String, @Nullable Object> detail() {
            return Json.object("exit", exit, "duration_ms", durationMs, "output", output);
        }
    }

    /** Checks one answer. */
    public Verdict check(String answer) {
        try (WorkFolder folder = WorkFolder.create()) {
            BoundedBuffer output = BoundedBuffer.end(MOST_OUTPUT);
            Sandbox.Ending ending = runner.sandbox()
                    .run(Sandbox.Request.of(argv, folder.path(), limits)
                            .showing(files())
                            .reading(answer)
                            .printing(output, output));
            if (ending.killed() != null) {
                String why = output.text() + "\n[ended: " + ending.killed() + "]";
                return new Verdict(CheckStatus.UNKNOWN, null, ending.ms(), why);
            }
            CheckStatus status = switch (ending.exit()) {
                case 0 -> CheckStatus.PASSED;
                case 1 -> CheckStatus.FAILED;
                default -> CheckStatus.UNKNOWN;
            };
            String why =
                    status == CheckStatus.UNKNOWN ? "\n[it ended with status " + ending.exit() + ", not 0 or 1]" : "";
            return new Verdict(status, ending.exit(), ending.ms(), output.text() + why);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files that the person who gave the command line names in it: those, and no others, it may read. */
    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (String word : argv) {
            try {
                Path path = Path.of(word);
                if (path.isAbsolute() && Files.isRegularFile(path)) {
                    files.add(path);
                }
            } catch (InvalidPathException e) {
                // A word that is no path.
            }
        }
        return files;
    }

    /** The words of a command line: split at blanks, except within quotes or after a backslash. */
    static List<String> words(String command) {
        Bounds.text("check", command, 1, 4_000);
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (c == '\\' && quote != '\'' && i + 1 < command.length()) {
                word.append(command.charAt(++i));
                inWord = true;
            } else if (quote != 0 ? c == quote : c == '"' || c == '\'') {
                quote = quote == 0 ? c : 0;
                inWord = true;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inWord = false;
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (quote != 0) {
            throw Bounds.invalid("check " + Bounds.shown(command) + " has an open " + quote, "close it");
        }
        if (inWord) {
            words.add(word.toString());
        }
        if (words.get(0).isEmpty()) {
            throw Bounds.invalid("check " + Bounds.shown(command) + " names no program", "name one");
        }
        return List.copyOf(words);
    }
}
