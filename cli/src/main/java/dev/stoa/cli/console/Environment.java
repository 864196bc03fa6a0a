package dev.stoa.cli.console;

import java.io.BufferedReader;
import java.io.InputStreamReader;
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
        BufferedReader in,
        Map<String, String> variables,
        Path workingDirectory,
        boolean terminal,
        boolean screen) {
    public static Environment ofThisProcess() {
        // UTF-8 regardless of the locale, because JSON on a pipe has no other encoding.
        return new Environment(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                System.getenv(),
                Path.of("").toAbsolutePath(),
                Boolean.getBoolean("stoa.terminal"),
                Boolean.getBoolean("stoa.screen"));
    }
}
