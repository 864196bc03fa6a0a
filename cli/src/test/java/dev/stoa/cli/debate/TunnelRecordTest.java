package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Experiments of the tunnel that are kept, on both backends. */
@OnBothDatabases
class TunnelRecordTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.bare(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @Test
    void everyDebateIsKeptAsTheyAllAre() throws SQLException {
        Map<String, @Nullable Object> plain = terminal.json("tunnel", "run", "--panel", "3xsim:", "--questions", "12");
        assertThat(terminal.run("init")).isZero();
        assertThat(sessions()).isEqualTo("0");

        assertThat(terminal.json("tunnel", "run", "--panel", "3xsim:", "--questions", "12", "--record", "--as", "ana"))
                .as("what is measured does not depend on it")
                .isEqualTo(plain);
        assertThat(terminal.err()).isEqualTo("stoa: kept 12 debates, each with the same outcome as here\n");

        assertThat(sessions()).isEqualTo("12");
        terminal.json("debate", "list");
        assertThat(terminal.items("items"))
                .allSatisfy(session -> assertThat(session)
                        .containsEntry("status", "completed")
                        .containsEntry("debate_id", "tunnel")
                        .containsEntry("initiated_by", "ana"))
                .extracting(session -> session.get("topic"))
                .startsWith("q0", "q1")
                .hasSize(12);
        assertThat(terminal.run("debate", "replay", "tunnel")).isZero();
        assertThat(terminal.run("doctor", "--deep")).isZero();
    }

    @Test
    void aFileIsRecordedToo() throws IOException, SQLException {
        Files.writeString(folder.resolve("try.toml"), """
                [[run]]
                panel = "3xsim:"
                preset = ["vote", "ladder"]
                questions = 2

                [[run]]
                panel = "2xsim:"
                questions = 3
                """);
        assertThat(terminal.run("tunnel", "run", "--file", "try.toml", "--record"))
                .isZero();
        assertThat(terminal.out()).contains("preset").contains("round");
        assertThat(sessions()).isEqualTo("7");
    }

    @Test
    void whatIsWrongIsSaidBeforeAnythingIsKept() {
        assertThat(terminal.run("tunnel", "run", "--questions", "0", "--record"))
                .isEqualTo(2);
        assertThat(terminal.data()).doesNotExist();
    }

    @Test
    void anInterruptedRecordingSaysHowMuchIsKept() throws ExecutionException, InterruptedException, SQLException {
        terminal.run("init");
        Thread typist = Thread.currentThread();
        CompletableFuture<Void> interrupted = CompletableFuture.runAsync(() -> {
            while (!begun()) {
                Thread.onSpinWait();
            }
            typist.interrupt();
        });
        int exit = terminal.run("tunnel", "run", "--questions", "2000", "--panel", "2xsim:", "--record");
        assertThat(exit).as(terminal.err()).isEqualTo(130);
        interrupted.get();
        assertThat(terminal.err())
                .matches("stoa: the recording is interrupted; \\d+ debates are kept; see stoa debate list\n");
        assertThat(terminal.out()).isEmpty();
        assertThat(List.of("completed", "running", "pending"))
                .contains(terminal.value(
                        "debate", "SELECT status FROM debate_sessions ORDER BY created_at DESC LIMIT 1"));
    }

    private boolean begun() {
        try {
            return !sessions().equals("0");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private String sessions() throws SQLException {
        return terminal.value("debate", "SELECT count(*) FROM debate_sessions");
    }
}
