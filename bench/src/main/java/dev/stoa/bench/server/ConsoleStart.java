package dev.stoa.bench.server;

import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.server.access.Door;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.console.Console;
import dev.stoa.server.http.Routes;
import dev.stoa.server.rest.Api;
import dev.stoa.server.sse.HintStreams;
import dev.stoa.server.sse.Streams;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the console adds to the start of a server: the routes of its pages, made over those of the API as a server makes
 * them, in a process of its own that has loaded nothing of the console before. Stateless.
 */
final class ConsoleStart {
    private static final String HOST = "127.0.0.1";
    private static final int STREAMS = 10;
    private static final double AIM = 100;

    private ConsoleStart() {}

    /** Prints the milliseconds of the processor, which do not depend on what else the machine does. */
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, Map.of(), Location.directory(folder)));
        Backend backend = new Backend();
        InstantSource clock = InstantSource.system();
        Door door = new Door(config, HOST, clock);
        Routes api = Routes.of(Api.routes(backend, door));
        HintStreams hints = new HintStreams(backend, Streams.of(STREAMS, STREAMS), Door.itself());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        Console console = new Console(api, door.forms(), hints, Duration.ofSeconds(1), false, clock);
        double millis = (threads.getCurrentThreadCpuTime() - start) / 1e6;
        if (console.find("/").isEmpty()) {
            throw new IllegalStateException("the console has no first page");
        }
        System.out.printf(Locale.ROOT, "%.3f%n", millis);
    }

    /** Starts the program so many times. */
    static String measured(Path folder, int times) throws IOException, InterruptedException {
        List<Double> taken = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            ConsoleStart.class.getName(),
                            folder.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("the start of the console failed");
            }
            taken.add(Double.valueOf(told));
        }
        Collections.sort(taken);
        double middle = ServerBench.at(taken, 0.5);
        return String.format(
                Locale.ROOT,
                "- the console adds to the start of a server, in %d new processes without an AOT cache: %.0f ms of the"
                        + " processor at the median, %.0f ms at best (aim: %.0f): %s",
                times,
                middle,
                taken.getFirst(),
                AIM,
                ConsoleBench.verdict(middle <= AIM));
    }
}
