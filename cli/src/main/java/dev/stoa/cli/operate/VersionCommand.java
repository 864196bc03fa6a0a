package dev.stoa.cli.operate;

import dev.stoa.cli.console.Invocation;
import dev.stoa.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The verb {@code version}: which Stoa this is and what it runs on. Used by one thread. */
@Command(name = "version", description = "Print the version of Stoa, of Java and the platform.")
public final class VersionCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Override
    public void run() {
        String java = System.getProperty("java.version");
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch");
        main.print(
                Json.object("version", ofThisProgram(), "java", java, "os", os, "arch", arch),
                List.of("stoa %s (Java %s, %s %s)".formatted(ofThisProgram(), java, os, arch)));
    }

    /** The program as it names itself in what it writes. */
    static String program() {
        return "stoa " + ofThisProgram();
    }

    /** The version the build wrote beside this class; it is there when run from classes as well as from the jar. */
    private static String ofThisProgram() {
        try (InputStream in = VersionCommand.class.getResourceAsStream("/dev/stoa/cli/version.properties")) {
            var properties = new Properties();
            properties.load(Objects.requireNonNull(in, "version.properties is not in the jar"));
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
