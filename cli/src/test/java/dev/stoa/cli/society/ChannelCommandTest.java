package dev.stoa.cli.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class ChannelCommandTest {
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
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void aChannelIsCreatedAndShown() {
        assertThat(terminal.json("channel", "create", "#Lab", "--topic", "trials", "--as", "ana"))
                .containsEntry("name", "lab")
                .containsEntry("topic", "trials")
                .containsEntry("role", "owner")
                .containsEntry("created", true)
                .hasSize(12);
        assertThat(terminal.run("channel", "create", "lab")).isEqualTo(4);
        assertThat(terminal.err()).contains("channel #lab is taken");
        assertThat(terminal.json("channel", "create", "lab", "--if-absent")).containsEntry("created", false);
        assertThat(terminal.run("channel", "create", "a b")).isEqualTo(2);
        assertThat(terminal.json("channel", "show", "lab"))
                .containsEntry("role", null)
                .hasSize(11);
        assertThat(terminal.run("channel", "show", "lab")).isZero();
        assertThat(terminal.out()).contains("#lab").contains("trials").contains("none");
        assertThat(terminal.run("channel", "show", "nowhere")).isEqualTo(3);
        assertThat(terminal.run("channel")).isEqualTo(2);
        assertThat(terminal.err()).contains("no verb is given");
        assertThat(terminal.run("channel", "show", "lab", "--as", "nobody")).isEqualTo(3);
    }

    @Test
    void aChannelIsChanged() throws IOException {
        terminal.run("channel", "create", "lab", "--as", "ana");
        assertThat(terminal.json("channel", "rename", "lab", "den"))
                .containsEntry("name", "den")
                .containsEntry("changed", true);
        assertThat(terminal.json("channel", "topic", "den", "@all of it")).containsEntry("topic", "@all of it");
        assertThat(terminal.typing("typed\n").json("channel", "topic", "den", "-"))
                .containsEntry("topic", "typed");
        Files.writeString(folder.resolve("topic.txt"), "from a file\n");
        assertThat(terminal.json("channel", "topic", "den", "--file", "topic.txt"))
                .containsEntry("topic", "from a file");
        assertThat(terminal.json("channel", "topic", "den", "--clear")).containsEntry("topic", null);
        assertThat(terminal.run("channel", "topic", "den", "x", "--clear")).isEqualTo(2);
        assertThat(terminal.run("channel", "topic", "den")).isEqualTo(2);
        assertThat(terminal.json("channel", "pin", "den")).containsEntry("changed", true);
        assertThat(terminal.json("channel", "pin", "den")).containsEntry("changed", false);
        assertThat(terminal.json("channel", "pin", "den", "--off")).containsEntry("pinned_at", null);
        assertThat(terminal.json("channel", "archive", "den")).containsEntry("changed", true);
        assertThat(terminal.run("channel", "archive", "den")).isZero();
        assertThat(terminal.out()).contains("#den is already archived");
        assertThat(terminal.json("channel", "restore", "den")).containsEntry("archived_at", null);
        assertThat(terminal.run("channel", "topic", "den", "x", "--as", "bo")).isEqualTo(1);
        assertThat(terminal.err()).contains("is allowed for its members only");
    }

    @Test
    void membersAreListedAndChanged() {
        terminal.run("channel", "create", "den", "--restricted", "--member", "bo", "--as", "ana");
        terminal.json("channel", "members", "den", "--as", "bo");
        assertThat(terminal.items("items")).extracting(m -> m.get("identity")).containsExactly("ana", "bo");
        assertThat(terminal.document()).doesNotContainKey("changed");
        assertThat(terminal.run("channel", "show", "den")).isEqualTo(3);
        assertThat(terminal.run("channel", "show", "den", "--operator")).isZero();
        assertThat(terminal.json("channel", "members", "den", "--add", "human", "--remove", "bo", "--as", "ana"))
                .containsEntry("changed", true);
        assertThat(terminal.run("channel", "members", "den")).isZero();
        assertThat(terminal.out()).contains("owner").contains("human").doesNotContain("bo ");
        assertThat(terminal.run("channel", "members", "den", "--remove", "ana", "--as", "ana"))
                .isEqualTo(4);
        assertThat(terminal.json("channel", "restrict", "den", "--off", "--as", "ana"))
                .containsEntry("restricted", false);
        assertThat(terminal.json("channel", "restrict", "den", "--as", "ana")).containsEntry("restricted", true);
        assertThat(terminal.run("channel", "members", "den", "--add", "nobody", "--as", "ana"))
                .isEqualTo(3);
    }

    @Test
    void listsAndExports() {
        assertThat(terminal.run("channel", "list")).isZero();
        assertThat(terminal.out()).contains("no channels");
        terminal.run("channel", "create", "lab", "--topic", "trials");
        terminal.run("channel", "create", "old");
        terminal.run("channel", "archive", "old");
        terminal.run("message", "send", "lab", "hello", "--as", "ana");
        terminal.json("channel", "list");
        assertThat(terminal.items("items")).extracting(c -> c.get("name")).containsExactly("lab");
        terminal.json("channel", "list", "--archived");
        assertThat(terminal.items("items")).extracting(c -> c.get("name")).containsExactly("old");
        terminal.json("channel", "list", "--all");
        assertThat(terminal.items("items")).hasSize(2);
        assertThat(terminal.run("channel", "list", "--all")).isZero();
        assertThat(terminal.out()).contains("#lab").contains("1 unread").contains("(archived)");

        assertThat(terminal.run("channel", "export", "lab")).isZero();
        assertThat(terminal.out())
                .startsWith("# #lab\n\n> trials\n\n### [1] ana · ")
                .endsWith("\n\n> hello\n");
        assertThat(terminal.run("channel", "export", "lab", "--format", "json")).isZero();
        assertThat(Json.parseObject(terminal.out())).containsOnlyKeys("channel", "items");
        assertThat(terminal.json("channel", "export", "lab")).containsOnlyKeys("channel", "items");
        assertThat(terminal.run("channel", "export", "lab", "--format", "pdf")).isEqualTo(2);
        assertThat(terminal.run("channel", "export", "lab", "--format", "md", "--json"))
                .isEqualTo(2);
    }

    @Test
    void deletingAsksFirst() {
        terminal.run("channel", "create", "lab");
        terminal.run("message", "send", "lab", "hello");
        assertThat(terminal.json("channel", "delete", "lab", "--dry-run"))
                .containsEntry("messages", 1L)
                .containsEntry("dry_run", true);
        assertThat(terminal.typing("").run("channel", "delete", "lab")).isEqualTo(4);
        assertThat(terminal.err()).contains("delete #lab with 1 message?").contains("nothing was changed");
        assertThat(terminal.run("channel", "delete", "lab", "--yes", "--as", "bo"))
                .isEqualTo(1);
        assertThat(terminal.run("channel", "delete", "lab", "--yes")).isZero();
        assertThat(terminal.out().lines().toList())
                .isEqualTo(List.of(
                        "#lab is deleted with 1 message, 0 mentions, 0 bookmarks and 1 member",
                        "0 tasks and 0 notes remain"));
        assertThat(terminal.run("channel", "delete", "lab", "--yes")).isEqualTo(3);
    }
}
