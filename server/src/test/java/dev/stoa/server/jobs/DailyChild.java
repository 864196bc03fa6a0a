package dev.stoa.server.jobs;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.society.channel.MessageDraft;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A process that does the work of each day that it is told of, until it is killed. */
final class DailyChild {
    static final Instant FIRST = Instant.parse("2026-03-01T12:00:00Z");

    private DailyChild() {}

    /**
     * Starts it.
     *
     * @param args where the archives are, and the folder of the process
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[1]);
        Location location =
                args[0].startsWith("jdbc:") ? Location.postgres(args[0], folder) : Location.directory(Path.of(args[0]));
        AtomicReference<Instant> now = new AtomicReference<>(FIRST);
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, Map.of("STOA_SEARCH_EMBEDDER", "off"), location));
        try (Stoa stoa = Stoa.open(config, now::get);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            DailyJobs jobs = new DailyJobs(
                    stoa.counsel().jobs(),
                    Principal.operator("test"),
                    "host/" + ProcessHandle.current().pid() + "/1",
                    now::get);
            System.out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                long minutes = Long.parseLong(line);
                now.set(FIRST.plus(Duration.ofMinutes(minutes)));
                long day = Duration.ofMinutes(minutes).toDays();
                Map<String, Runnable> works = new LinkedHashMap<>();
                for (String wing : TwoServersDailyTest.WINGS) {
                    works.put(
                            wing,
                            () -> stoa.society()
                                    .messages()
                                    .send(Principal.local(), "log", MessageDraft.of(wing + " on day " + day)));
                }
                jobs.run(works);
                System.out.println("did " + line);
            }
        }
    }
}
