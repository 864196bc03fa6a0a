package dev.stoa.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Says what the numbers were measured on. Stateless. */
public final class Machine {
    private Machine() {}

    public static String describe() {
        return Runtime.getRuntime().availableProcessors() + " × " + processor() + ", " + System.getProperty("os.name")
                + " " + System.getProperty("os.version") + " " + System.getProperty("os.arch") + ", JDK "
                + System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vendor") + ")" + load();
    }

    /** What else the machine had to do, where it is known. */
    private static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "" : String.format(Locale.ROOT, ", load average %.1f before the start", load);
    }

    private static String processor() {
        return line(Path.of("/proc/cpuinfo"), "model name")
                .or(() -> output("lscpu", "Model name"))
                .or(() -> output("sysctl", "machdep.cpu.brand_string", "machdep.cpu.brand_string"))
                .orElse("processor of unknown name");
    }

    private static Optional<String> line(Path file, String key) {
        try (Stream<String> lines = Files.lines(file)) {
            return value(lines, key);
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> output(String command, String key, String... arguments) {
        try {
            Process process = new ProcessBuilder(Stream.concat(Stream.of(command), Stream.of(arguments))
                            .toList())
                    .start();
            return value(process.inputReader().lines(), key);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> value(Stream<String> lines, String key) {
        return lines.filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }
}
