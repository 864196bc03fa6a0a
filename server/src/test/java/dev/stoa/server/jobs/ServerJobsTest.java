package dev.stoa.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.server.RunningServer;
import dev.stoa.storage.CommitSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class ServerJobsTest {
    @TempDir
    Path folder;

    @Test
    void aDebateWhoseRunnerIsGoneIsHeldToItsEndAndTheJobsAreListed() throws InterruptedException {
        String id = gone();
        try (RunningServer server = later("resume")) {
            await(server.stoa(), id, SessionRow.Status.COMPLETED);
            RunningServer.Reply ready = server.get("health/ready");
            assertThat(ready.status()).as("%s", ready.raw().body()).isEqualTo(200);
            assertThat((List<?>) ready.body().get("jobs"))
                    .extracting(job -> ((Map<?, ?>) job).get("name").toString())
                    .contains("society", "debates", "outbox", "queries", "evolutions", "memories", "vectors", "daily");
            assertThat(ready.body()).containsKeys("archives", "outbox", "disk");
            assertThat(server.sendRaw("GET", "/metrics", null).raw().body())
                    .contains("stoa_job_failures_total{job=\"debates\"} 0.0");
        }
    }

    @Test
    void aDebateWhoseRunnerIsGoneFailsWhereTheSettingsSaySo() throws InterruptedException {
        String id = gone();
        try (RunningServer server = later("fail")) {
            await(server.stoa(), id, SessionRow.Status.FAILED);
        }
    }

    @Test
    @Timeout(120)
    void aServerThatExecutesNothingLooksAfterTheSocietyAllTheSame() throws Exception {
        Files.writeString(folder.resolve("till.txt"), "The till restarts at noon.");
        Map<String, String> settings =
                Map.of("STOA_SEARCH_EMBEDDER", "off", "STOA_SOCIETY_WORKER", "false", "STOA_SOCIETY_FILES", "*.txt");
        try (RunningServer server = RunningServer.working(folder, settings, InstantSource.system())) {
            while (!server.get("context?q=noon&scopes=files").raw().body().contains("till.txt")) {
                Thread.onSpinWait();
            }
        }
    }

    /** A debate that a process began which is not there any more. */
    private String gone() {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            return begun(server.stoa());
        }
    }

    /** A server an hour later, when the lease of the one that is gone is over. */
    private RunningServer later(String recovery) {
        return RunningServer.working(
                folder,
                Map.of("STOA_SEARCH_EMBEDDER", "off", "STOA_DEBATE_RECOVER", recovery),
                () -> Instant.now().plus(Duration.ofHours(1)));
    }

    static String begun(Stoa stoa) {
        return begun(stoa, "sim");
    }

    /** A debate between models of a provider that a process began which is not there any more. */
    static String begun(Stoa stoa, String provider) {
        String id = stoa.debate()
                .sessions()
                .create(
                        DebateRequest.on("Which store shall we use?")
                                .preset(Preset.VOTE)
                                .seed(1)
                                .agents(IntStream.range(0, 3)
                                        .mapToObj(seat -> Seat.of("s" + seat, provider, "m" + seat))
                                        .toList()),
                        "human")
                .id();
        assertThat(stoa.debate()
                        .sessions()
                        .open(id, "gone", new TeachingSettings(true))
                        .session())
                .isEqualTo(id);
        return id;
    }

    private static void await(Stoa stoa, String id, SessionRow.Status status) throws InterruptedException {
        try (CommitSignal.Watch watch = stoa.debate().events().watch()) {
            while (stoa.debate().sessions().get(id).status() != status) {
                assertThat(watch.await(Duration.ofSeconds(60))).isTrue();
            }
        }
    }
}
