package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes that hold a debate and are told to stop. */
@OnBothDatabases
@Timeout(180)
@SuppressWarnings("NullAway.Init") // set before each test
class SignalTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() throws IOException {
        terminal = Terminal.bare(dialect, folder);
        Files.writeString(folder.resolve("reply"), "{\"answer\":\"blue\",\"confidence\":0.9}\n");
        agents("sleep 60");
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aDebateThatASignalInterruptsIsKeptAndGoesOnWithResume(String signal, int exit) throws Exception {
        assertThat(terminal.run("init")).isZero();
        String agents = "a=command:quick,b=command:slow";
        try (Child run = stoa("debate", "run", "Which colour?", "--agents", agents, "--preset", "vote", "--jsonl")) {
            awaitEvent(run, "turn_stored");
            List<ProcessHandle> busy = run.awaitProgram("sleep");

            kill(signal, run);

            assertThat(run.exit(SOON)).isEqualTo(exit);
            assertThat(run.complaints()).contains(" is interrupted and kept; go on with stoa debate resume ");
            assertThat(busy).noneMatch(ProcessHandle::isAlive);
        }
        assertThat(session("status || CASE WHEN lease_until IS NULL THEN ', free' ELSE ', held' END"))
                .isEqualTo("running, free");
        assertThat(session("turn_count")).isEqualTo("1");

        agents("cat " + folder.resolve("reply"));
        try (Child resume = stoa("debate", "resume", session("id"))) {
            assertThat(resume.exit()).as(resume::complaints).isZero();
            assertThat(resume.rest()).anyMatch(line -> line.contains("blue"));
        }
        assertThat(session("status || ' ' || recoveries")).isEqualTo("completed 0");
        assertThat(Files.readAllLines(folder.resolve("called"))).containsExactly("quick");
        assertThat(terminal.run("debate", "replay", session("id"))).isZero();
        assertThat(terminal.run("doctor", "--deep")).isZero();
    }

    /** One agent answers at once, and leaves a mark; the other does something else. */
    private void agents(String slow) throws IOException {
        Files.writeString(folder.resolve("stoa.toml"), """
                [provider.command.quick]
                argv = ["sh", "-c", "echo quick >> '%1$s/called'; cat '%1$s/reply'"]
                [provider.command.slow]
                argv = ["sh", "-c", "exec %2$s"]
                """.formatted(folder, slow));
    }

    /** A process of its own in the folder of the terminal, with its environment. */
    private Child stoa(String... args) {
        List<String> through = new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", folder.toString()));
        through.addAll(Child.heedingSignals());
        terminal.environment().forEach((name, value) -> through.add(name + "=" + value));
        return Child.start(through, Main.class, (Object[]) args);
    }

    private static void awaitEvent(Child child, String kind) {
        Optional<String> line = child.line();
        while (line.isPresent() && !line.get().contains("\"" + kind + "\"")) {
            line = child.line();
        }
        assertThat(line).as(child::complaints).isPresent();
    }

    private static void kill(String signal, Child child) {
        assertThat(Child.works(List.of(
                        "kill", "-" + signal, String.valueOf(child.handle().pid()))))
                .isTrue();
    }

    private String session(String expression) throws SQLException {
        return terminal.value("debate", "SELECT " + expression + " FROM debate_sessions");
    }
}
