package dev.stoa.cli.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Dialect.class)
class TaskCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.on(dialect, folder);
        try (Stoa stoa = terminal.open()) {
            for (String name : List.of("ana", "bo")) {
                stoa.society().agents().register(Principal.local(), AgentDraft.of(name, "command:echo"));
            }
        }
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    private String add(String... args) {
        String[] all = new String[args.length + 2];
        all[0] = "task";
        all[1] = "add";
        System.arraycopy(args, 0, all, 2, args.length);
        return text(terminal.json(all), "task_id");
    }

    private static String text(Map<String, @Nullable Object> document, String field) {
        return String.valueOf(document.get(field));
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static Map<String, @Nullable Object> task(Map<String, @Nullable Object> document) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(document.get("task"));
    }

    @Test
    void workIsAddedClaimedAndDone() {
        Map<String, @Nullable Object> added =
                terminal.json("task", "add", "@bo sweep", "--priority", "7", "--key", "k", "--attempts", "2");
        assertThat(added)
                .containsEntry("created", true)
                .containsEntry("input", "@bo sweep")
                .containsEntry("priority", 7L)
                .containsEntry("max_attempts", 2L)
                .containsEntry("identity", "human");
        assertThat(terminal.json("task", "add", "@bo sweep", "--priority", "7", "--key", "k", "--attempts", "2"))
                .containsEntry("created", false);
        Map<String, @Nullable Object> claimed = task(terminal.json("task", "claim", "--as", "ana"));
        assertThat(claimed)
                .containsEntry("status", "running")
                .containsEntry("assignee", "ana")
                .containsEntry("lease_token", 1L);
        String id = text(claimed, "task_id");
        assertThat(terminal.json("task", "renew", id, "--as", "ana", "--lease", "60"))
                .containsEntry("changed", true);
        assertThat(terminal.json("task", "done", id, "--as", "ana", "--output", "clean"))
                .containsEntry("changed", true)
                .containsEntry("status", "completed")
                .containsEntry("output", "clean");
        assertThat(terminal.json("task", "done", id, "--as", "ana", "--token", "1"))
                .containsEntry("changed", false);
        assertThat(terminal.run("task", "done", id, "--as", "ana")).isEqualTo(4);
        assertThat(terminal.json("task", "claim", "--as", "ana")).containsEntry("task", null);
        assertThat(terminal.run("task", "claim", "--as", "ana")).isZero();
        assertThat(terminal.out()).isEqualTo("nothing to do\n");
        assertThat(terminal.run("task", "show", id)).isZero();
        assertThat(terminal.out()).contains("completed, attempt 1 of 2", "@bo sweep", "clean");
    }

    @Test
    void thePersonReadsWhatHappened() {
        terminal.run("task", "add", "sweep");
        assertThat(terminal.out()).startsWith("added task ");
        String id = terminal.out().strip().substring("added task ".length());
        assertThat(terminal.run("task", "list")).isZero();
        assertThat(terminal.out()).isEqualTo(id + "  pending  p5  -  sweep\n");
        terminal.run("task", "claim", id, "--as", "bo");
        assertThat(terminal.out()).contains("task " + id + " is yours until 20", "token 1\nsweep\n");
        terminal.run("task", "done", id, "--as", "bo", "--failed", "no broom");
        assertThat(terminal.out()).startsWith("task " + id + " is failed since ");
        terminal.run("task", "list");
        assertThat(terminal.out()).isEqualTo("no tasks\n");
    }

    @Test
    void workIsGivenBackDeclinedAndCancelled() {
        String id = add("x", "--offer", "ana");
        assertThat(terminal.json("task", "claim", "--as", "bo")).containsEntry("task", null);
        assertThat(terminal.run("task", "claim", id, "--as", "bo")).isEqualTo(4);
        assertThat(terminal.err()).contains("is offered to ana alone");
        assertThat(terminal.json("task", "release", id, "--as", "ana"))
                .containsEntry("changed", true)
                .containsEntry("offered_to", null);
        terminal.json("task", "claim", id, "--as", "bo");
        assertThat(terminal.run("task", "release", id, "--as", "ana")).isEqualTo(1);
        assertThat(terminal.err()).contains("is held by bo");
        assertThat(terminal.json("task", "release", id, "--as", "bo", "--token", "1"))
                .containsEntry("status", "pending");
        assertThat(terminal.run("task", "release", id, "--as", "bo", "--token", "1"))
                .isEqualTo(4);
        assertThat(terminal.run("task", "cancel", id, "--as", "bo")).isEqualTo(1);
        assertThat(terminal.json("task", "cancel", id, "--operator")).containsEntry("status", "killed");
        assertThat(terminal.json("task", "cancel", id)).containsEntry("changed", false);
    }

    @Test
    void listsAreFilteredAndPaged() {
        String one = add("one");
        String two = add("two", "--priority", "9");
        terminal.json("task", "claim", one, "--as", "ana");
        terminal.json("task", "list", "--limit", "1");
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("task_id"))
                .containsExactly(two);
        String next = text(terminal.document(), "next");
        terminal.json("task", "list", "--limit", "1", "--cursor", next);
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("task_id"))
                .containsExactly(one);
        terminal.json("task", "list", "--assignee", "ana", "--status", "running", "--kind", "work", "--all");
        assertThat(terminal.items("items")).hasSize(1);
        terminal.json("task", "list", "--kind", "run");
        assertThat(terminal.items("items")).isEmpty();
        assertThat(terminal.run("task", "list", "--channel", "nowhere")).isEqualTo(3);
    }

    @Test
    void textsComeFromFilesAndStandardInput() throws IOException {
        Files.writeString(folder.resolve("work.txt"), "from a file");
        assertThat(terminal.json("task", "add", "--file", "work.txt")).containsEntry("input", "from a file");
        assertThat(terminal.typing("from\nstdin").json("task", "add", "-")).containsEntry("input", "from\nstdin");
        String id = text(terminal.document(), "task_id");
        terminal.json("task", "claim", id, "--as", "ana");
        assertThat(terminal.typing("result").json("task", "done", id, "--as", "ana", "--output", "-"))
                .containsEntry("output", "result");
    }

    @Test
    void whatIsWrongIsRefused() {
        assertThat(terminal.run("task")).isEqualTo(2);
        assertThat(terminal.err()).contains("no verb is given");
        assertThat(terminal.run("task", "add")).isEqualTo(2);
        assertThat(terminal.run("task", "add", "x", "--priority", "10")).isEqualTo(2);
        assertThat(terminal.err()).contains("priority 10 is not within 0 to 9");
        assertThat(terminal.run("task", "list", "--status", "sleeping")).isEqualTo(2);
        assertThat(terminal.run("task", "list", "--kind", "thing")).isEqualTo(2);
        assertThat(terminal.run("task", "show", "00000000")).isEqualTo(3);
        assertThat(terminal.run("task", "add", "x", "--as", "nobody")).isEqualTo(3);
        String id = add("x");
        assertThat(terminal.run("task", "claim", id, "--lease", "1")).isEqualTo(2);
        assertThat(terminal.run("task", "done", id, "--token", "5")).isEqualTo(4);
        assertThat(terminal.err()).contains("is not held with token 5");
        assertThat(terminal.run("task", "done", id, "--output", "a", "--failed", "b"))
                .isEqualTo(2);
        terminal.environment().put("STOA_AGENT", "bo");
        assertThat(terminal.json("task", "add", "as bo")).containsEntry("identity", "bo");
    }
}
