package dev.stoa.server.jobs;

import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.engine.provider.Pause;
import dev.stoa.server.StoaServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A process that serves and does all jobs until it is killed. To each line that it is told it answers {@code idle}, once
 * it works at no debate and no execution.
 */
final class ServerChild {
    private ServerChild() {}

    /**
     * Starts it.
     *
     * @param args where the archives are, the folder of the process, by how many hours its clock is ahead, and settings
     *     as {@code NAME=value}
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[1]);
        Location location =
                args[0].startsWith("jdbc:") ? Location.postgres(args[0], folder) : Location.directory(Path.of(args[0]));
        Duration ahead = Duration.ofHours(Long.parseLong(args[2]));
        Map<String, String> settings =
                new HashMap<>(Map.of("STOA_SEARCH_EMBEDDER", "off", "STOA_DEBATE_RECOVER", "resume"));
        for (String setting : List.of(args).subList(3, args.length)) {
            int equals = setting.indexOf('=');
            settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, settings, location));
        try (StoaServer server = StoaServer.start(
                        config,
                        new StoaServer.Options("127.0.0.1", 0, true, Map.of(), null),
                        () -> Instant.now().plus(ahead));
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("ready " + server.port());
            while (in.readLine() != null) {
                while (isWorking()) {
                    Pause.real().of(Duration.ofMillis(20));
                }
                System.out.println("idle");
            }
        }
    }

    private static boolean isWorking() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .anyMatch(name -> name.startsWith("stoa-debate-") || name.equals("stoa-worker"));
    }
}
