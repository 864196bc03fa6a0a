package dev.stoa.cli.console;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command has from the process it runs in, handed in so that a test can give it something else.
 *
 * @param out where data goes
 * @param err where everything else goes
 * @param in what is piped or typed in
 * @param terminal whether a person watches what goes to {@code err}
 * @param screen whether a person watches what goes to {@code out}
 */
public record Environment(
        PrintWriter out,
        PrintWriter err,
        InputStream in,
        Map<String, String> variables,
        Path workingDirectory,
        boolean terminal,
        boolean screen) {
    public static Environment ofThisProcess() {
        return new Environment(
                StandardOutput.ofThisProcess(),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                System.in,
                System.getenv(),
                Path.of("").toAbsolutePath(),
                Boolean.getBoolean("stoa.terminal"),
                Boolean.getBoolean("stoa.screen"));
    }
}
