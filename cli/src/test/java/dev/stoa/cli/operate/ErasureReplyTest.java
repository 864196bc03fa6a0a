package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
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

/** What the reply to a deletion says of debates that hold the text. */
@OnBothDatabases
class ErasureReplyTest {
    private static final String SECRET = "The password of the vault is hunter2zyx.";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;
    private String debate;

    @BeforeEach
    void open() {
        terminal = Terminal.on(dialect, folder);
        debate = String.valueOf(terminal.json("debate", "run", "Is it so? " + SECRET, "--preset", "vote", "--seed", "1")
                .get("id"));
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static @Nullable Object debates(Map<String, ?> reply) {
        return Objects.requireNonNull((Map<String, Object>) reply.get("erasure"))
                .get("debates");
    }

    @Test
    void deletingAChannelNamesTheDebatesThatHoldWhatWasSaidThere() {
        terminal.json("channel", "create", "lab");
        terminal.json("message", "send", "lab", "it is so");
        terminal.json("message", "send", "lab", SECRET);
        assertThat(debates(terminal.json("channel", "delete", "lab", "--yes"))).isEqualTo(List.of(debate));
    }

    @Test
    void deletingAMessageNamesTheTasksThatHaveReadItAndTheirAnswers() throws Exception {
        Files.createDirectories(terminal.data());
        Files.writeString(terminal.data().resolve("stoa.toml"), "[provider.command.echo]\nargv = [\"cat\"]\n");
        terminal.environment().put("PATH", System.getenv("PATH"));
        terminal.json("agent", "register", "ana", "--model", "command:echo");
        terminal.json("channel", "create", "lab");
        String first = sent("@ana " + SECRET);
        String second = sent("and be quick");
        assertThat(terminal.run("run", "work", "--once")).isZero();
        assertThat(terminal.run("task", "list", "--kind", "run", "--all", "--json"))
                .isZero();
        Map<String, Object> task = terminal.items("items").getFirst();
        assertThat(task).containsEntry("status", "completed");
        assertThat(terminal.run("message", "delete", first)).isZero();
        assertThat(terminal.out())
                .contains("task " + task.get("task_id")
                        + " has read it, and its answer may repeat its words; delete message "
                        + task.get("reply_message_id") + " (stoa message delete " + task.get("reply_message_id")
                        + ") if it must go");
        assertThat(derived(terminal.json("message", "delete", second)))
                .isEqualTo(List.of("task " + task.get("task_id"), "message " + task.get("reply_message_id")));
    }

    private String sent(String text) {
        Map<String, ?> reply = terminal.json("message", "send", "lab", text);
        return String.valueOf(reply.get("message_id"));
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static @Nullable Object derived(Map<String, ?> reply) {
        return Objects.requireNonNull((Map<String, Object>) reply.get("erasure"))
                .get("derived");
    }

    @Test
    void forgettingADocumentNamesTheDebatesThatHoldItsTexts() throws Exception {
        Files.writeString(folder.resolve("vault.txt"), SECRET + "\n");
        terminal.json("evidence", "add", "--file", "vault.txt");
        assertThat(terminal.run("evidence", "documents", "--json")).isZero();
        String document = String.valueOf(terminal.items("items").getFirst().get("id"));
        assertThat(terminal.run("evidence", "forget", "--document", document, "--yes"))
                .isZero();
        assertThat(terminal.out())
                .contains("debate " + debate + " holds the text in its record; delete debate " + debate
                        + " (stoa debate delete " + debate + ") to remove it");
    }

    @Test
    void deletingADebateNamesWhatOtherArchivesLearntFromIt() {
        assertThat(terminal.run("debate", "delete", debate, "--yes")).isZero();
        assertThat(terminal.out())
                .contains("memory debate:" + debate + " stays, as learnt from it, and may repeat its words; purge"
                        + " memory debate:" + debate + " (stoa memory forget debate:" + debate
                        + " --purge) if it must go")
                .contains("consensus " + debate + " stays, as learnt from it, and may repeat its words");
    }
}
