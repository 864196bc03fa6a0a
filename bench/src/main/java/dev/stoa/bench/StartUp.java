package dev.stoa.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long short commands take from their start to their end, as multiples of {@code java -version} in the same run.
 * Immutable.
 *
 * <p>The commands take turns, and of each the quickest start counts: what else the machine does can only add to it.
 */
record StartUp(Path launcher, int starts) {
    // What the launcher itself gives these commands, and no cache.
    private static final String WITHOUT = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:AOTMode=off";

    private static final String BARE = "java -version";

    /** The lines of a table, or one that says why there is none. */
    List<String> run() throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("stoa-start-up");
        try {
            return run(data);
        } finally {
            try (Stream<Path> files = Files.walk(data)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private List<String> run(Path data) throws IOException, InterruptedException {
        String text = "Redis evicts keys by the policy in maxmemory-policy";
        if (!Files.isExecutable(launcher) || time(data, "", List.of(launcher.toString(), "memory", "add", text)) < 0) {
            return List.of("The launcher is not there or does not run, so its start was not measured.");
        }
        Map<String, Double> least = new LinkedHashMap<>();
        for (int i = 0; i < starts; i++) {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            keep(least, BARE, time(data, "", List.of(java, "-version")));
            keep(least, "stoa version", stoa(data, "", "version"));
            keep(least, "stoa version, without the AOT cache", stoa(data, WITHOUT, "version"));
            keep(least, "stoa memory list", stoa(data, "", "memory", "list"));
            keep(least, "stoa memory recall", stoa(data, "", "memory", "recall", "how does redis evict keys?"));
        }
        List<String> lines =
                new ArrayList<>(List.of("| command | wall ms | times `" + BARE + "` |", "|---|---:|---:|"));
        double bare = least.getOrDefault(BARE, Double.NaN);
        least.forEach((name, millis) ->
                lines.add(String.format(Locale.ROOT, "| %s | %.0f | %.1f |", name, millis, millis / bare)));
        return lines;
    }

    /** A start that failed, such as without a cache on a JDK that knows none, has no time. */
    private static void keep(Map<String, Double> least, String name, double millis) {
        if (millis >= 0) {
            least.merge(name, millis, Math::min);
        }
    }

    private double stoa(Path data, String options, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(args));
        return time(data, options, command);
    }

    /** Milliseconds of one start, or less than 0 if it failed. */
    private static double time(Path data, String options, List<String> command)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().remove("STOA_DB");
        builder.environment().put("STOA_DATA", data.toString());
        builder.environment().put("STOA_JAVA_OPTS", options);
        long begin = System.nanoTime();
        int code = builder.start().waitFor();
        return code == 0 ? (System.nanoTime() - begin) / 1e6 : -1;
    }
}
