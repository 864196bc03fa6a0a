package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateSession;
import dev.stoa.debate.SessionRow;
import dev.stoa.storage.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A command that does not listen when it is asked to end. */
@Timeout(120)
class StubbornAgentTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void aRunnerEndsNoSoonerThanTheProcessesItStarted() throws Exception {
        Path mark = folder.resolve("mark");
        Files.writeString(folder.resolve("stoa.toml"), """
                [provider.command.stubborn]
                argv = ["sh", "-c", "trap '' TERM; echo $$ > '%s'; sleep 60; sleep 60"]
                """.formatted(mark));
        try (Ground ground = Ground.on(Dialect.SQLITE, folder)) {
            String id = ground.engine("first")
                    .create(Ground.request("q1", "command", List.of("stubborn", "stubborn")), "local")
                    .row()
                    .id();
            CompletableFuture<DebateSession> run = Ground.inBackground(() -> ground.resume(id));
            ProcessHandle agent = awaitWriter(mark);
            long start = System.nanoTime();
            ground.stoa().debate().sessions().cancel(id, "ana");

            assertThat(Ground.join(run).status()).isEqualTo(SessionRow.Status.CANCELLED);
            assertThat(agent.isAlive()).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }

    private static ProcessHandle awaitWriter(Path mark) throws Exception {
        String pid = "";
        while (!pid.endsWith("\n")) {
            Thread.onSpinWait();
            pid = Files.exists(mark) ? Files.readString(mark) : "";
        }
        return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
    }
}
