package dev.stoa.server.backend;

import dev.stoa.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The program that runs: its version and what it runs on. Stateless. */
public final class Program {
    private Program() {}

    /** The version that the build wrote beside this class. */
    public static String version() {
        try (InputStream in = Program.class.getResourceAsStream("/dev/stoa/server/version.properties")) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(in, "version.properties is not in the jar"));
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The versions as JSON. */
    public static Map<String, @Nullable Object> document() {
        return Json.object(
                "version",
                version(),
                "java",
                System.getProperty("java.version"),
                "os",
                System.getProperty("os.name").toLowerCase(Locale.ROOT),
                "arch",
                System.getProperty("os.arch"));
    }
}
