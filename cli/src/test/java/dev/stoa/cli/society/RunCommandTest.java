package dev.stoa.cli.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@Timeout(120)
class RunCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() throws IOException {
        terminal = Terminal.on(dialect, folder);
        Files.createDirectories(terminal.data());
        Files.writeString(terminal.data().resolve("stoa.toml"), """
                [provider.command.echo]
                argv = ["cat"]

                [provider.command.fail]
                argv = ["sh", "-c", "echo said; echo why >&2; exit 3"]

                [provider.command.slow]
                argv = ["sleep", "1000"]
                """);
        terminal.environment().put("PATH", System.getenv("PATH"));
        try (Stoa stoa = terminal.open()) {
            stoa.society().agents().register(Principal.local(), AgentDraft.of("ana", "command:echo"));
            stoa.society().agents().register(Principal.local(), AgentDraft.of("bo", "command:fail"));
            stoa.society().agents().register(Principal.local(), AgentDraft.of("cy", "command:slow"));
        }
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    private static String text(Map<String, @Nullable Object> document, String field) {
        return String.valueOf(document.get(field));
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static Map<String, @Nullable Object> task(Map<String, @Nullable Object> document) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(document.get("task"));
    }

    @Test
    void anAgentIsRunInTheForeground() {
        Map<String, @Nullable Object> run = terminal.json("run", "start", "ana", "--input", "hello", "--raw");
        assertThat(run)
                .containsEntry("identity", "ana")
                .containsEntry("spawn_number", 1L)
                .containsEntry("state", "ended")
                .containsEntry("end_reason", "finished");
        assertThat(task(run)).containsEntry("status", "completed").containsEntry("output", "hello");
        assertThat(terminal.run("run", "start", "ana", "--input", "hello\u001b[31m", "--raw"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("hello [31m\n");
        assertThat(terminal.run("run", "start", "bo", "--input", "x")).isEqualTo(1);
        assertThat(terminal.out()).contains("of bo is failed: exit 3");
        assertThat(terminal.run("run", "start", "cy", "--input", "x", "--timeout", "1"))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("of cy is timeout: no end within 1 s");
    }

    @Test
    void aMentionIsQueuedAndTheReplySaysThatNoWorkerWasSeen() throws IOException {
        terminal.run("channel", "create", "lab");
        assertThat(terminal.run("message", "send", "lab", "@ana hello")).isZero();
        assertThat(terminal.out())
                .contains("@ana queued\nno worker was seen on this machine; stoa run work executes what is queued\n");
        assertThat(terminal.run("run", "start", "bo", "--input", "x", "--detach"))
                .isZero();
        assertThat(terminal.out()).startsWith("queued run ").contains("no worker was seen");
        ProcessHandle me = ProcessHandle.current();
        Path sign = Files.createDirectories(terminal.data().resolve("workers")).resolve("1");
        Files.writeString(
                sign,
                InetAddress.getLocalHost().getHostName().replace('/', '_') + "/" + me.pid() + "/"
                        + me.info().startInstant().orElseThrow().toEpochMilli());
        assertThat(terminal.run("message", "send", "lab", "@cy hello")).isZero();
        assertThat(terminal.out()).contains("@cy queued").doesNotContain("no worker");
    }

    @Test
    void theWorkersConsoleSaysWhatItTakesAndWhatComesOfIt() {
        terminal.json("run", "start", "ana", "--input", "hello", "--detach");
        terminal.json("run", "start", "bo", "--input", "hello", "--detach");
        assertThat(terminal.run("run", "work", "--once", "--parallel", "1")).isZero();
        assertThat(terminal.err().lines().map(line -> line.replaceAll("task [0-9a-f]{8}", "task X")))
                .containsExactly(
                        "stoa: took task X of ana",
                        "stoa: task X of ana is completed",
                        "stoa: took task X of bo",
                        "stoa: task X of bo is failed: exit 3");
        terminal.json("run", "start", "ana", "--input", "hello", "--detach");
        terminal.json("run", "work", "--once");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void whatFailedIsStartedAgainWithTheSameInput() {
        terminal.run("channel", "create", "lab");
        String failed =
                text(terminal.json("run", "start", "bo", "--input", "x", "--channel", "lab", "--detach"), "session_id");
        assertThat(terminal.run("run", "retry", failed))
                .as("it has not failed yet")
                .isEqualTo(4);
        assertThat(terminal.err()).contains("is pending; only what failed, timed out or was stopped is tried again");
        terminal.json("run", "work", "--once");
        Map<String, @Nullable Object> again = terminal.json("run", "retry", failed);
        assertThat(again).containsEntry("state", "working").containsEntry("channel", "lab");
        assertThat(text(again, "session_id")).isNotEqualTo(failed);
        assertThat(task(terminal.json("run", "show", text(again, "session_id"))))
                .containsEntry("input", "x");
        String done = text(terminal.json("run", "start", "ana", "--input", "x"), "session_id");
        assertThat(terminal.run("run", "retry", done)).isEqualTo(4);
        assertThat(terminal.run("run", "retry", failed, "--as", "ana"))
                .as("no right")
                .isEqualTo(1);
    }

    @Test
    void whatIsDetachedIsDoneByAWorker() {
        Map<String, @Nullable Object> run =
                terminal.json("run", "start", "ana", "--input", "hello", "--raw", "--keep", "--detach");
        assertThat(run).containsEntry("state", "working").containsEntry("created", true);
        String id = text(run, "session_id");
        assertThat(terminal.run("run", "wake", id, "--input", "again")).isEqualTo(4);
        terminal.json("run", "start", "bo", "--input", "x", "--detach");
        assertThat(terminal.json("run", "work", "--once", "--parallel", "2"))
                .containsEntry("executed", 2L)
                .containsEntry("completed", 1L)
                .containsEntry("failed", 1L)
                .containsEntry("timeout", 0L)
                .containsEntry("killed", 0L);
        assertThat(terminal.json("run", "show", id)).containsEntry("state", "idle");
        assertThat(task(terminal.document())).containsEntry("output", "hello");
        assertThat(terminal.json("run", "wake", id, "--input", "again"))
                .containsEntry("wakes", 1L)
                .containsEntry("changed", true);
        assertThat(terminal.json("run", "stop", id))
                .containsEntry("changed", true)
                .containsEntry("end_reason", "stopped");
        assertThat(terminal.json("run", "stop", id)).containsEntry("changed", false);
        assertThat(terminal.run("run", "work", "--once")).isZero();
        assertThat(terminal.out()).isEqualTo("0 executed: 0 completed, 0 failed, 0 timeout, 0 killed\n");
    }

    @Test
    void whatIsTypedIsGivenUnchanged() {
        terminal.typing("one\r\n two \r\n").json("run", "start", "ana", "--input", "-", "--raw", "--detach");
        assertThat(task(terminal.json("run", "show", text(terminal.document(), "session_id"))))
                .containsEntry("input", "one\r\n two \r\n");
    }

    @Test
    void whatIsTriedAgainIsShownFromItsBeginning() {
        LogFollower.Tail tail = new LogFollower.Tail();
        assertThat(tail.next(1, "abc")).isEqualTo("abc");
        assertThat(tail.next(1, "abcd")).isEqualTo("d");
        assertThat(tail.next(1, "cd")).isEmpty();
        assertThat(tail.next(2, "xy")).isEqualTo("xy");
        assertThat(tail.next(2, "xyz")).isEqualTo("z");
    }

    @Test
    void logsAreOutputOrComplaints() {
        terminal.run("run", "start", "bo", "--input", "x", "--json");
        String id = text(terminal.document(), "session_id");
        String task = text(terminal.document(), "task_id");
        assertThat(terminal.run("run", "logs", id)).isZero();
        assertThat(terminal.out()).isEqualTo("said\n");
        assertThat(terminal.run("run", "logs", task, "--stderr", "--follow")).isZero();
        assertThat(terminal.out()).isEqualTo("why\n");
        assertThat(terminal.json("run", "logs", id))
                .containsEntry("task_id", task)
                .containsEntry("status", "failed")
                .containsEntry("output", "said\n")
                .containsEntry("stderr", "why\n")
                .containsEntry("live", false);
    }

    @Test
    void runsAreListed() {
        terminal.run("run", "start", "ana", "--input", "x");
        terminal.json("run", "start", "cy", "--input", "x", "--detach");
        String cy = text(terminal.document(), "session_id");
        terminal.json("run", "list", "--limit", "1");
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("identity"))
                .containsExactly("cy");
        terminal.json("run", "list", "--limit", "1", "--cursor", text(terminal.document(), "next"));
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("identity"))
                .containsExactly("ana");
        terminal.json("run", "list", "--live");
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("session_id"))
                .containsExactly(cy);
        assertThat(terminal.run("run", "list", "--agent", "ana")).isZero();
        assertThat(terminal.out()).contains("  ana  ended  -  ").contains("finished");
        assertThat(terminal.run("run", "show", cy)).isZero();
        assertThat(terminal.out()).contains("of cy: working, life 1, woken 0 times", "model command:slow");
        assertThat(terminal.run("run", "list", "--channel", "nowhere")).isEqualTo(3);
    }

    @Test
    void whatIsStartedInsideAnExecutionIsItsChild() {
        String parent = text(terminal.json("run", "start", "ana", "--input", "x", "--detach"), "task_id");
        terminal.environment().put("STOA_AGENT", "ana");
        terminal.environment().put("STOA_TASK", parent);
        terminal.json("run", "start", "cy", "--input", "y", "--detach");
        assertThat(task(terminal.json("run", "show", text(terminal.document(), "session_id"))))
                .containsEntry("parent_task_id", parent)
                .containsEntry("depth", 1L);
        assertThat(terminal.run("run", "start", "cy", "--input", "y", "--detach", "--as", "bo"))
                .isEqualTo(1);
    }

    @Test
    void whatIsWrongIsRefused() {
        assertThat(terminal.run("run")).isEqualTo(2);
        assertThat(terminal.run("run", "start", "ana")).isEqualTo(2);
        assertThat(terminal.err()).contains("the input is missing");
        assertThat(terminal.run("run", "start", "nobody", "--input", "x")).isEqualTo(3);
        assertThat(terminal.run("run", "start", "human", "--input", "x")).isEqualTo(4);
        assertThat(terminal.run("run", "start", "ana", "--input", "x", "--timeout", "0"))
                .isEqualTo(2);
        assertThat(terminal.run("run", "start", "ana", "--input", "x", "--channel", "nowhere"))
                .isEqualTo(3);
        assertThat(terminal.run("run", "work", "--once", "--parallel", "65")).isEqualTo(2);
        assertThat(terminal.run("run", "stop", "00000000")).isEqualTo(3);
        assertThat(terminal.run("run", "logs", "00000000")).isEqualTo(3);
    }
}
