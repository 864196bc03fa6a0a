package dev.stoa.cli.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class MessageCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.on(dialect, folder);
        try (Stoa stoa = terminal.open()) {
            stoa.society().agents().register(Principal.local(), AgentDraft.of("ana", "command:x"));
            stoa.society().agents().register(Principal.local(), AgentDraft.of("bo", "command:x"));
        }
        terminal.run("channel", "create", "lab");
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void theTextOfADeletedMessageIsShownToNobodyAndTheReplySaysWhereElseItIs() throws IOException {
        Object id = terminal.json("message", "send", "lab", "@ana the password is hunter2zyx")
                .get("message_id");
        if (dialect == Dialect.SQLITE) {
            terminal.run("backup", terminal.data().resolve("before.zip").toString());
        }
        terminal.run("message", "delete", String.valueOf(id));
        if (dialect == Dialect.SQLITE) {
            assertThat(terminal.out()).contains("before.zip is older and may still hold the text");
        }
        assertThat(terminal.err()).isEmpty();
        for (String reader : List.of("human", "ana", "bo")) {
            for (List<String> command : List.of(
                    List.of("context", "hunter2zyx"),
                    List.of("task", "list", "--all"),
                    List.of("task", "list", "--all", "--kind", "run"),
                    List.of("run", "list"),
                    List.of("message", "history", "lab"))) {
                List<String> line = new ArrayList<>(command);
                line.addAll(List.of("--json", "--as", reader));
                assertThat(terminal.run(line.toArray(String[]::new)))
                        .as(line.toString())
                        .isZero();
                assertThat(terminal.out()
                                .replace("\"query\":\"hunter2zyx\"", "")
                                .replace("[\"hunter2zyx\"]", ""))
                        .as(line.toString())
                        .doesNotContain("hunter2zyx");
            }
        }
    }

    @Test
    void whatOthersWroteCannotCommandTheTerminal() {
        String evil = "a\u001b]0;owned\u0007\n  def f():\n\u202eb\u009b2J";
        terminal.typing(evil).run("message", "send", "lab", "-", "--as", "ana");
        terminal.typing("x\u001b[2J").run("channel", "topic", "lab", "-");
        terminal.typing("do\u001b[2J").run("message", "handoff", "lab", "bo", "-", "--as", "ana");
        for (List<String> command : List.of(
                List.of("message", "history", "lab"),
                List.of("message", "recv", "lab", "--peek", "--as", "bo"),
                List.of("message", "wait", "lab", "--peek", "--as", "bo"),
                List.of("message", "inbox", "--as", "bo"),
                List.of("channel", "list"),
                List.of("channel", "show", "lab"))) {
            assertThat(terminal.run(command.toArray(String[]::new)))
                    .as(terminal.err())
                    .isZero();
            assertThat(terminal.out())
                    .as(String.join(" ", command))
                    .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e")
                    .contains(
                            command.get(0).equals("channel")
                                    ? "x"
                                    : command.get(1).equals("inbox") ? "do" : "\n      def f():\n");
        }
    }

    @Test
    void aMessageIsSentOnceForAKey() throws IOException {
        assertThat(terminal.json("message", "send", "lab", "@bo and @nobody: look", "--key", "k", "--as", "ana"))
                .containsEntry("seq", 1L)
                .containsEntry("channel", "lab")
                .containsEntry("identity", "ana")
                .containsEntry("content", "@bo and @nobody: look")
                .containsEntry("unknown_mentions", List.of("nobody"))
                .containsEntry("created", true)
                .hasSize(14);
        assertThat(terminal.items("mentions")).extracting(m -> m.get("state")).containsExactly("started");
        assertThat(terminal.json("message", "send", "lab", "@bo and @nobody: look", "--key", "k", "--as", "ana"))
                .containsEntry("created", false);
        assertThat(terminal.run("message", "send", "lab", "other", "--key", "k", "--as", "ana"))
                .isEqualTo(4);
        assertThat(terminal.err()).contains("key k was used for message");
        // A file of that name is not read: what begins with @ is text.
        Files.writeString(folder.resolve("bo"), "secret");
        assertThat(terminal.run("message", "send", "lab", "@bo")).isZero();
        assertThat(terminal.out()).contains("message 2 in #lab").contains("@bo coalesced");
        assertThat(terminal.json("message", "send", "lab", "@@bo")).containsEntry("content", "@@bo");
        assertThat(terminal.typing("typed\nlines\n").json("message", "send", "#lab", "-"))
                .containsEntry("content", "typed\nlines");
        assertThat(terminal.json("message", "send", "lab", "--file", "bo")).containsEntry("content", "secret");
        assertThat(terminal.run("message", "send", "lab")).isEqualTo(2);
        assertThat(terminal.run("message", "send", "lab", " ")).isEqualTo(2);
        assertThat(terminal.run("message", "send", "nowhere", "x")).isEqualTo(3);
        assertThat(terminal.run("message", "send", "lab", "x", "--key", "task:1"))
                .isEqualTo(2);
        assertThat(terminal.run("message", "send", "lab", "x", "--as", "system"))
                .isEqualTo(1);
        assertThat(terminal.run("message")).isEqualTo(2);
        terminal.run("channel", "archive", "lab");
        assertThat(terminal.run("message", "send", "lab", "x")).isEqualTo(4);
    }

    @Test
    void aMessageOfAnExecutionSaysSo() throws SQLException {
        terminal.json("message", "send", "lab", "@ana begin");
        String task = (String)
                Objects.requireNonNull(terminal.items("mentions").getFirst().get("task_id"));
        terminal.alter("society", "UPDATE tasks SET status = 'running'");
        terminal.environment().put("STOA_TASK", task);
        terminal.environment().put("STOA_AGENT", "ana");
        assertThat(terminal.json("message", "send", "lab", "working")).containsEntry("task_id", task);
        terminal.json("message", "handoff", "lab", "bo", "check");
        assertThat(terminal.document()).containsEntry("task_id", task);
        terminal.environment().put("STOA_AGENT", "bo");
        assertThat(terminal.run("message", "send", "lab", "not mine")).isEqualTo(1);
        assertThat(terminal.err()).contains("agent bo may not act inside task", "which is no execution of it");
    }

    @Test
    void messagesAreReceived() {
        for (String text : List.of("one", "two\nlines", "three")) {
            terminal.run("message", "send", "lab", text, "--as", "ana");
        }
        terminal.run("message", "send", "lab", "mine", "--as", "bo");
        assertThat(terminal.json("message", "recv", "lab", "--limit", "1", "--as", "bo"))
                .containsEntry("last_seen_seq", 1L)
                .containsEntry("unread", 2L)
                .containsOnlyKeys("channel_id", "channel", "items", "last_seen_seq", "unread");
        terminal.json("message", "recv", "lab", "--own", "--peek", "--as", "bo");
        assertThat(terminal.items("items")).hasSize(3);
        assertThat(terminal.run("message", "recv", "lab", "--as", "bo")).isZero();
        assertThat(terminal.out()).isEqualTo("[2] ana: two\n    lines\n[3] ana: three\n");
        assertThat(terminal.run("message", "recv", "lab", "--as", "bo")).isZero();
        assertThat(terminal.out()).isEqualTo("nothing new in #lab\n");
        terminal.json("message", "recv", "lab", "--from", "3", "--as", "bo");
        assertThat(terminal.items("items")).hasSize(1);
        assertThat(terminal.run("message", "recv", "lab", "--from", "9", "--as", "bo"))
                .isEqualTo(2);
        assertThat(terminal.run("message", "recv", "lab", "--limit", "501")).isEqualTo(2);
        assertThat(terminal.err()).contains("limit 501 is above 500");
    }

    @Test
    void historyIsPagedAndTombstonesAreShown() {
        for (int i = 1; i <= 5; i++) {
            terminal.json("message", "send", "lab", "m" + i, "--as", "ana");
        }
        String last = (String) Objects.requireNonNull(terminal.document().get("message_id"));
        assertThat(terminal.json("message", "history", "lab", "--limit", "2")).containsEntry("next", "4");
        assertThat(terminal.run("message", "history", "lab", "--before", "4", "--limit", "2"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("[2] ana: m2\n[3] ana: m3\nmore with --before 2\n");
        assertThat(terminal.run("message", "history", "lab", "--after", "1", "--limit", "1"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("[2] ana: m2\nmore with --after 2\n");
        assertThat(terminal.run("message", "delete", last, "--as", "bo")).isEqualTo(1);
        assertThat(terminal.json("message", "delete", last, "--as", "ana"))
                .containsEntry("changed", true)
                .containsEntry("content", null);
        assertThat(terminal.run("message", "delete", last.substring(28), "--as", "ana"))
                .isZero();
        assertThat(terminal.out()).contains("message 5 of #lab was deleted");
        assertThat(terminal.run("message", "delete", "%")).isEqualTo(3);
        assertThat(terminal.run("message", "history", "lab", "--after", "4")).isZero();
        assertThat(terminal.out()).isEqualTo("[5] ana: (deleted)\n");
    }

    @Test
    void theInboxAndTheOffers() {
        assertThat(terminal.run("message", "inbox", "--as", "bo")).isZero();
        assertThat(terminal.out()).isEqualTo("the inbox is empty\n");
        assertThat(terminal.json("message", "handoff", "lab", "bo", "check the list", "--as", "ana"))
                .containsEntry("kind", "handoff")
                .containsKey("work_id");
        String work = (String) Objects.requireNonNull(terminal.document().get("work_id"));
        terminal.json("message", "inbox", "--as", "bo");
        assertThat(terminal.items("items").getFirst())
                .containsEntry("channel", "lab")
                .containsEntry("unread", 1L)
                .containsEntry("mentions", 1L);
        assertThat(terminal.items("offers").getFirst()).containsEntry("task_id", work);
        assertThat(terminal.run("message", "inbox", "--as", "bo")).isZero();
        assertThat(terminal.out()).contains("1 for you").contains(work).contains("check the list");
        assertThat(terminal.run("message", "handoff", "lab", "ana", "x", "--as", "ana"))
                .isEqualTo(2);
        assertThat(terminal.run("message", "handoff", "lab", "bo", "x", "--task", work, "--token", "1", "--as", "ana"))
                .isEqualTo(4);
        assertThat(terminal.run("message", "handoff", "lab", "nobody", "x")).isEqualTo(3);
    }

    @Test
    void aWaitEndsWithNewsOrItsTime() {
        assertThat(terminal.json("message", "wait", "--timeout", "0", "--as", "bo"))
                .containsEntry("timed_out", true)
                .containsEntry("closed", false)
                .containsEntry("items", List.of());
        terminal.run("message", "send", "lab", "hello", "--as", "ana");
        assertThat(terminal.json("message", "wait", "lab", "--timeout", "0", "--mentions", "--as", "bo"))
                .containsEntry("timed_out", true);
        terminal.json("message", "wait", "--peek", "--as", "bo");
        assertThat(terminal.items("items")).hasSize(1);
        assertThat(terminal.run("message", "wait", "lab", "--as", "bo")).isZero();
        assertThat(terminal.out()).isEqualTo("[1] ana: hello\n");
        assertThat(terminal.run("message", "wait", "lab", "--timeout", "0", "--as", "bo"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("timed out, no new message\n");
        terminal.run("channel", "archive", "lab");
        assertThat(terminal.run("message", "wait", "lab", "--as", "bo")).isZero();
        assertThat(terminal.out()).isEqualTo("#lab is closed\n");
        assertThat(terminal.run("message", "wait", "--timeout", "601")).isEqualTo(2);
        assertThat(terminal.run("message", "wait", "nowhere")).isEqualTo(3);
    }
}
