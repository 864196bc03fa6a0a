package dev.stoa.bench;

import dev.stoa.bench.harness.Options;
import dev.stoa.bench.harness.PerformancePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.stream.Stream;

/** The command behind {@code bench/run}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(2);
            return;
        }
        if (options.help()) {
            System.out.println(Options.HELP);
            return;
        }
        Path root = Path.of(System.getProperty("stoa.basedir", "."));
        // Below the clone, because a temporary folder is often kept in memory and a commit there costs nothing.
        int exit = 0;
        Path folder = Files.createTempDirectory(Files.createDirectories(root.resolve("bench/target")), "run");
        try {
            String url = System.getenv("STOA_BENCH_DB");
            Suite suite = new Suite(
                    options,
                    root,
                    folder,
                    url == null || url.isBlank() ? null : url,
                    done -> System.err.println("  " + done));
            String measured = suite.run(InstantSource.system());
            System.out.println(measured);
            if (options.write()) {
                PerformancePage page = new PerformancePage(root.resolve("docs/performance.md"));
                if (options.only().isEmpty()) {
                    page.put(measured);
                } else {
                    page.putSections(measured);
                }
            }
        } catch (NoSuchFileException e) {
            System.err.println("bench: there is no file " + e.getFile());
            exit = 2;
        } finally {
            delete(folder);
        }
        if (exit != 0) {
            System.exit(exit);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
