package dev.stoa.cli.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The nouns project and conversation as they are typed, on both backends. */
@OnBothDatabases
class ConversationCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private Map<String, @Nullable Object> json(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = "--json";
        assertThat(terminal.run(all)).as(terminal.err()).isZero();
        return (Map<String, @Nullable Object>) Objects.requireNonNull(Json.parse(terminal.out()));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, @Nullable Object>> items(Map<String, @Nullable Object> document, String field) {
        return (List<Map<String, @Nullable Object>>) Objects.requireNonNull(document.get(field));
    }

    private void say(String conversation, String... texts) {
        try (Stoa stoa = terminal.open()) {
            for (int i = 0; i < texts.length; i++) {
                MessageRole role = i % 2 == 0 ? MessageRole.USER : MessageRole.ASSISTANT;
                stoa.counsel().messages().append(Principal.local(), MessageDraft.of(conversation, role, texts[i]));
            }
        }
    }

    @Test
    void aConversationIsBegunShownFoundMovedAndErased() {
        Map<String, @Nullable Object> project = json("project", "new", "Garden");
        assertThat(project).containsOnlyKeys("project_id", "name", "created_at");
        String projectId = String.valueOf(project.get("project_id"));
        assertThat(items(json("project", "list"), "items")).containsExactly(project);

        Map<String, @Nullable Object> made = json("conversation", "new", "--project", projectId);
        assertThat(made)
                .containsOnlyKeys(
                        "conversation_id",
                        "title",
                        "project_id",
                        "user_id",
                        "created_at",
                        "updated_at",
                        "message_count",
                        "erased")
                .containsEntry("title", "New Chat")
                .containsEntry("user_id", "local")
                .containsEntry("project_id", projectId);
        String id = String.valueOf(made.get("conversation_id"));
        say(id, "When do I prune the quince?", "In late winter.", "Thanks");

        Map<String, @Nullable Object> shown = json("conversation", "show", id, "--limit", "2");
        assertThat(shown).containsEntry("title", "When do I prune the quince?").containsEntry("message_count", 3L);
        assertThat(items(shown, "messages"))
                .extracting(message -> message.get("content"))
                .containsExactly("In late winter.", "Thanks");
        String next = String.valueOf(shown.get("next"));
        assertThat(items(json("conversation", "show", id, "--cursor", next), "messages"))
                .extracting(message -> message.get("seq"))
                .containsExactly(1L);
        assertThat(items(json("conversation", "show", id, "--order", "asc", "--limit", "1"), "messages"))
                .extracting(message -> message.get("seq"))
                .containsExactly(1L);

        Map<String, @Nullable Object> found = json("conversation", "search", "prun quince");
        assertThat(found).containsOnlyKeys("items", "next", "match", "ignored", "pending");
        assertThat(items(found, "items"))
                .extracting(item -> item.get("conversation_id"))
                .containsExactly(id);

        assertThat(json("conversation", "rename", id, "Quince")).containsEntry("title", "Quince");
        assertThat(json("conversation", "move", id, "none")).containsEntry("project_id", null);
        assertThat(items(json("conversation", "list", "--project", "none", "--order", "updated"), "items"))
                .hasSize(1);

        Map<String, @Nullable Object> counted = json("conversation", "erase", id, "--dry-run");
        assertThat(String.valueOf(counted.get("erased"))).contains("messages=3");
        assertThat(items(json("conversation", "search", "quince"), "items")).hasSize(1);
        assertThat(terminal.run("conversation", "erase", id)).isEqualTo(4);
        Map<String, @Nullable Object> erased = json("conversation", "erase", id, "--yes");
        assertThat(erased).containsKeys("erased", "snapshots", "erasure").containsEntry("changed", true);
        assertThat(erased.get("erased")).isEqualTo(counted.get("erased"));
        assertThat(items(json("conversation", "search", "quince"), "items")).isEmpty();
        assertThat(json("conversation", "show", id))
                .containsEntry("erased", true)
                .containsEntry("title", "");
        assertThat(terminal.run("conversation", "erase", id, "--yes")).isEqualTo(4);
        assertThat(terminal.err()).contains("was erased already");
    }

    @Test
    void whatCannotBeIsRefusedByName() {
        assertThat(terminal.run("conversation", "show", "nothing")).isEqualTo(3);
        assertThat(terminal.err()).contains("conversation \"nothing\" does not exist");
        assertThat(terminal.run("conversation", "new", "--project", "none-such"))
                .isEqualTo(3);
        assertThat(terminal.run("conversation", "backup")).isEqualTo(2);
        assertThat(terminal.run("conversation", "list", "--order", "title")).isEqualTo(2);
        assertThat(terminal.run("conversation", "search", "x", "--since", "yesterday"))
                .isEqualTo(2);
        String id = String.valueOf(json("conversation", "new").get("conversation_id"));
        assertThat(terminal.run("conversation", "backup", id)).isEqualTo(4);
        assertThat(items(json("conversation", "backup", "--all"), "items")).isEmpty();
        assertThat(items(json("conversation", "backups", id), "items")).isEmpty();
        assertThat(terminal.run("--as", "eve", "conversation", "list")).isEqualTo(1);
    }
}
