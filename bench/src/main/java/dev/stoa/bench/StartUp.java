package dev.stoa.bench;

import dev.stoa.bench.harness.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How long {@code ./stoa version} takes, with the launcher's cache of loaded classes and without. Immutable. */
record StartUp(Path launcher, int starts) {
    // What the launcher itself gives this command, and no cache.
    private static final Map<String, String> WITHOUT =
            Map.of("STOA_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:AOTMode=off");

    /** The lines of a table, or one that says why there is none. */
    List<String> run() throws IOException, InterruptedException {
        if (!Files.isExecutable(launcher) || start(Map.of()) < 0) {
            return List.of("The launcher is not there or does not run, so its start was not measured.");
        }
        boolean cached = start(WITHOUT) >= 0;
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int i = 0; i < starts; i++) {
            with.add(start(Map.of()));
            if (cached) {
                without.add(start(WITHOUT));
            }
        }
        List<String> lines = new ArrayList<>(List.of("| `stoa version` | wall ms | ± % |", "|---|---:|---:|"));
        lines.add(line("as the launcher starts it", with));
        if (cached) {
            lines.add(line("without the AOT cache", without));
        }
        return lines;
    }

    private static String line(String name, List<Double> millis) {
        Spread spread = Spread.of(millis.stream().mapToDouble(m -> m).toArray());
        return String.format(Locale.ROOT, "| %s | %.0f | %.0f |", name, spread.median(), 100 * spread.deviation());
    }

    /** Milliseconds of one start, or less than 0 if it failed. */
    private double start(Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(launcher.toString(), "version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().remove("STOA_JAVA_OPTS");
        builder.environment().putAll(environment);
        long begin = System.nanoTime();
        int code = builder.start().waitFor();
        return code == 0 ? (System.nanoTime() - begin) / 1e6 : -1;
    }
}
