package dev.stoa.bench.learning;

import dev.stoa.Stoa;
import dev.stoa.bench.harness.Stores;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.storage.Durability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A whole program that opens the six archives of the learning wing for the first time and writes to each, run as a
 * process of its own. Stateless.
 */
final class FirstWrite {
    private static final Path STATUS = Path.of("/proc/self/status");

    private FirstWrite() {}

    /** Prints the milliseconds of the work, and the most memory the process had, in KiB, where the system tells it. */
    public static void main(String[] arguments) throws IOException {
        long start = System.nanoTime();
        try (Stoa stoa = new Stores(Path.of(arguments[0])).open(Durability.NORMAL)) {
            stoa.learning().memories().add(MemoryDraft.of("a first memory"));
            stoa.learning()
                    .consensus()
                    .record(ConsensusDraft.of("d1", "a first topic", "yes", 0.9, List.of("ana"))
                            .agreeing(List.of("ana"))
                            .build());
            stoa.learning().ratings().record(MatchDraft.won("d1", List.of("ana", "bo"), "ana"));
            stoa.learning().critiques().add(CritiqueDraft.of("d1", "ana", 0.5, "it is slow"));
            stoa.learning().evidence().add(EvidenceDraft.of("a first piece of evidence", "web"));
            // The fifth failure in a row is the first that is stored.
            for (int i = 0; i < 5; i++) {
                BreakerContests.call(stoa.learning().breakers(), "sim:first", CallResult.failure("timeout"));
            }
        }
        System.out.println(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " " + peak());
    }

    private static long peak() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return -1;
        }
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(-1L);
    }

    /** Starts the program so many times and tells the best, because what disturbs it only ever makes it slower. */
    static List<String> measured(Path folder, int times) throws IOException, InterruptedException {
        long millis = Long.MAX_VALUE;
        long kibibytes = Long.MAX_VALUE;
        for (int i = 0; i < times; i++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            FirstWrite.class.getName(),
                            folder.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .split(" ", -1);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("the first write failed");
            }
            millis = Math.min(millis, Long.parseLong(told[0]));
            kibibytes = Math.min(kibibytes, Long.parseLong(told[1]));
        }
        return List.of(String.format(
                Locale.ROOT,
                "Six archives created and written to once, in a new process: %,d ms after the JVM has started (aim: under"
                        + " 1,000 ms): %s; %d MiB at most (aim: under 100 MiB): %s",
                millis,
                millis < 1_000 ? "met" : "**missed**",
                kibibytes >> 10,
                kibibytes >> 10 < 100 ? "met" : "**missed**"));
    }
}
