package dev.stoa.server.jobs;

import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.server.StoaServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A process that serves and does all jobs until it is killed. */
final class ServerChild {
    private ServerChild() {}

    /**
     * Starts it.
     *
     * @param args where the archives are, the folder of the process, and by how many hours its clock is ahead
     */
    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args[1]);
        Location location =
                args[0].startsWith("jdbc:") ? Location.postgres(args[0], folder) : Location.directory(Path.of(args[0]));
        Duration ahead = Duration.ofHours(Long.parseLong(args[2]));
        StoaConfig config = StoaConfig.load(ConfigSources.of(
                folder, Map.of("STOA_SEARCH_EMBEDDER", "off", "STOA_DEBATE_RECOVER", "resume"), location));
        try (StoaServer server = StoaServer.start(
                config,
                new StoaServer.Options("127.0.0.1", 0, true, Map.of(), null),
                () -> Instant.now().plus(ahead))) {
            System.out.println("ready " + server.port());
            new CountDownLatch(1).await();
        }
    }
}
