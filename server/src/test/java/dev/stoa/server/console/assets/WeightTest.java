package dev.stoa.server.console.assets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.console.Console;
import gg.jte.TemplateEngine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the console adds to the program. */
final class WeightTest {
    /** 1.5 MB were aimed at. */
    private static final long MOST = 1_650_000;

    /** What a file takes in an archive beside its content: its name twice, and what is known of it. */
    private static final int ENTRY = 76;

    private static final Path SOURCES = Path.of("src/main/java");
    private static final String CONSOLE = "dev/stoa/server/console";
    private static final String HTMX = "/META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";

    private static Path place(Class<?> of) {
        try {
            return Path.of(
                    of.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a file is a part of the program: tests may be compiled into the same folder. */
    private static boolean isShipped(Path root, Path file) {
        String name = root.relativize(file).toString().replace('\\', '/');
        return !name.endsWith(".class")
                || name.startsWith(CONSOLE + "/jte/")
                || Files.exists(SOURCES.resolve(name.replaceFirst("(\\$.*)?\\.class$", ".java")));
    }

    private static long packed(InputStream in) throws IOException {
        long[] written = {0};
        OutputStream counted = new OutputStream() {
            @Override
            public void write(int one) {
                written[0]++;
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                written[0] += length;
            }
        };
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try (in;
                DeflaterOutputStream out = new DeflaterOutputStream(counted, deflater)) {
            in.transferTo(out);
        } finally {
            deflater.end();
        }
        return written[0];
    }

    private static long packed(Path root) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(root.resolve(CONSOLE))) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> isShipped(root, file))
                    .toList()) {
                bytes += packed(Files.newInputStream(file))
                        + ENTRY
                        + 2L * root.relativize(file).toString().length();
            }
        }
        return bytes;
    }

    @Test
    @DisplayName("The console adds at most 1.65 MB to the program.")
    void theConsoleAddsLittleToTheProgram() throws IOException {
        long classes = packed(place(Console.class));
        long files = packed(Path.of("src/main/resources"));
        long libraries = packed(Objects.requireNonNull(WeightTest.class.getResourceAsStream(HTMX)));
        for (Class<?> library : new Class<?>[] {TemplateEngine.class, Parser.class, TablesExtension.class}) {
            libraries += Files.size(place(library));
        }
        assertThat(classes).as("classes and templates").isGreaterThan(300_000);
        assertThat(classes + files + libraries)
                .as("classes %,d, files %,d, libraries %,d", classes, files, libraries)
                .isLessThanOrEqualTo(MOST);
    }
}
