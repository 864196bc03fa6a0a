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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The noun note as somebody types it, on both backends. */
@OnBothDatabases
class NoteCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
        try (Stoa stoa = terminal.open()) {
            stoa.society().agents().register(Principal.local(), AgentDraft.of("ana", "command:echo"));
            stoa.society().agents().register(Principal.local(), AgentDraft.of("bo", "command:echo"));
        }
        terminal.environment().put("STOA_AGENT", "ana");
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    private String id(Map<String, @Nullable Object> document) {
        return Objects.requireNonNull(document.get("memory_id")).toString();
    }

    private String added(String text, String... options) {
        String[] args = new String[options.length + 3];
        args[0] = "note";
        args[1] = "add";
        args[2] = text;
        System.arraycopy(options, 0, args, 3, options.length);
        return id(terminal.json(args));
    }

    @Test
    void addTakesEveryOptionAndAnswersTheNote() throws IOException {
        String id = added(
                "@bo likes tests",
                "--topic",
                "people",
                "--core",
                "--share",
                "bo",
                "--anchors",
                "x:1",
                "--source",
                "talk",
                "--trust",
                "untrusted");
        assertThat(terminal.document())
                .containsEntry("message", "@bo likes tests")
                .containsEntry("topic", "people")
                .containsEntry("core", true)
                .containsEntry("shared_with", List.of("bo"))
                .containsEntry("code_anchors", "x:1")
                .containsEntry("source", "talk")
                .containsEntry("trust", "untrusted")
                .containsEntry("identity", "ana")
                .containsEntry("created", true)
                .hasSize(21);
        assertThat(terminal.run("note", "add", "@bo likes tests", "--topic", "people"))
                .isZero();
        assertThat(terminal.out()).isEqualToIgnoringNewLines("already exists: note " + id.substring(28));
        Files.writeString(folder.resolve("n.txt"), "from a file");
        assertThat(terminal.json("note", "add", "--file", "n.txt", "--public")).containsEntry("message", "from a file");
        terminal.typing("from input");
        assertThat(terminal.json("note", "add", "-")).containsEntry("message", "from input");
        assertThat(terminal.run("note", "add")).isEqualTo(2);
        assertThat(terminal.err()).contains("the text is missing");
        assertThat(terminal.run("note", "add", "x", "--channel", "nowhere")).isEqualTo(3);
        assertThat(terminal.run("note", "add", "x", "--source", "import")).isEqualTo(2);
        assertThat(terminal.run("note", "add", "x", "--as", "nobody")).isEqualTo(3);
        assertThat(terminal.run("note")).isEqualTo(2);
    }

    @Test
    void listShowsOnesOwnAndPages() {
        added("one");
        added("two", "--core");
        added("three", "--topic", "t");
        assertThat(terminal.run("note", "list")).isZero();
        assertThat(terminal.out().lines()).hasSize(3).first().asString().contains("core  general  two");
        terminal.json("note", "list", "--limit", "2");
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("message"))
                .containsExactly("two", "three");
        String next = String.valueOf(terminal.document().get("next"));
        terminal.json("note", "list", "--limit", "2", "--cursor", next);
        assertThat(terminal.items("items"))
                .extracting(item -> item.get("message"))
                .containsExactly("one");
        terminal.json("note", "list", "--topic", "t", "--days", "1");
        assertThat(terminal.items("items")).hasSize(1);
        terminal.json("note", "list", "--core");
        assertThat(terminal.items("items")).hasSize(1);
        terminal.json("note", "list", "--archived");
        assertThat(terminal.items("items")).isEmpty();
        assertThat(terminal.run("note", "list", "--agent", "ana", "--as", "bo")).isZero();
        assertThat(terminal.out()).isEqualToIgnoringNewLines("no notes");
        terminal.json("note", "list", "--agent", "ana", "--operator", "--as", "human");
        assertThat(terminal.items("items")).hasSize(3);
        assertThat(terminal.run("note", "list", "--limit", "900")).isEqualTo(2);
    }

    @Test
    void aNoteIsEditedSharedAndPutAway() {
        String id = added("first words");
        String ref = id.substring(28);
        assertThat(terminal.run("note", "edit", ref, "other words", "--topic", "t"))
                .isZero();
        assertThat(terminal.out()).isEqualToIgnoringNewLines("note " + ref + " edited");
        assertThat(terminal.json("note", "edit", ref, "other words")).containsEntry("changed", false);
        assertThat(terminal.run("note", "edit", ref)).isEqualTo(2);
        assertThat(terminal.json("note", "core", ref))
                .containsEntry("core", true)
                .containsEntry("changed", true);
        assertThat(terminal.json("note", "core", ref, "--off")).containsEntry("core", false);
        assertThat(terminal.run("note", "show", ref, "--as", "bo")).isEqualTo(3);
        assertThat(terminal.json("note", "share", ref, "--with", "bo")).containsEntry("shared_with", List.of("bo"));
        assertThat(terminal.run("note", "show", ref, "--as", "bo")).isZero();
        assertThat(terminal.out()).contains("| other words").doesNotContain("first words");
        assertThat(terminal.run("note", "edit", ref, "mine", "--as", "bo")).isEqualTo(1);
        assertThat(terminal.err()).contains("belongs to ana");
        assertThat(terminal.json("note", "share", ref, "--public")).containsEntry("public", true);
        assertThat(terminal.json("note", "share", ref, "--none")).containsEntry("public", false);
        assertThat(terminal.run("note", "share", ref)).isEqualTo(2);
        assertThat(terminal.run("note", "share", ref, "--none", "--public")).isEqualTo(2);
        terminal.run("note", "show", ref);
        assertThat(terminal.out())
                .contains("note " + id + " of ana, topic t, trust agent")
                .contains("first words");
        assertThat(terminal.json("note", "archive", ref)).containsEntry("changed", true);
        assertThat(terminal.json("note", "archive", ref)).containsEntry("changed", false);
        assertThat(terminal.run("note", "edit", ref, "x")).isEqualTo(4);
        assertThat(terminal.json("note", "restore", ref)).containsEntry("archived_at", null);
    }

    @Test
    void deleteAsksFirst() {
        String id = added("gone soon");
        assertThat(terminal.json("note", "delete", id, "--dry-run")).containsEntry("changed", false);
        assertThat(terminal.typing("n\n").run("note", "delete", id)).isEqualTo(4);
        assertThat(terminal.typing("").run("note", "delete", id)).isEqualTo(4);
        assertThat(terminal.json("note", "show", id)).containsEntry("message", "gone soon");
        assertThat(terminal.typing("y\n").run("note", "delete", id)).isZero();
        assertThat(terminal.out()).contains("deleted");
        assertThat(terminal.run("note", "delete", id, "--yes")).isEqualTo(3);
        String other = added("other");
        assertThat(terminal.json("note", "delete", other, "--yes")).containsEntry("changed", true);
    }

    @Test
    void severalAreReplacedByOneAndAJournalByTheNext() {
        String a = added("a");
        String b = added("b", "--core");
        assertThat(terminal.run("note", "replace", a, b)).isEqualTo(2);
        Map<String, @Nullable Object> sum =
                terminal.json("note", "replace", a, b, "--message", "ab", "--note", "merged", "--topic", "t");
        assertThat(sum)
                .containsEntry("parents", List.of(a, b))
                .containsEntry("synthesis_note", "merged")
                .containsEntry("core", true)
                .containsEntry("created", true);
        assertThat(terminal.run("note", "restore", a)).isEqualTo(4);
        assertThat(terminal.err()).contains("was replaced by " + id(sum));
        assertThat(terminal.run("note", "chain", id(sum))).isZero();
        assertThat(terminal.out().lines()).hasSize(3);
        assertThat(terminal.json("note", "chain", id(sum), "--limit", "1")).containsEntry("truncated", true);
        assertThat(terminal.run("note", "chain", id(sum), "--limit", "0")).isEqualTo(2);
        assertThat(terminal.json("note", "replace", id(sum), "--message", "c", "--no-core"))
                .containsEntry("core", false)
                .containsEntry("supersedes", id(sum));

        String first = id(terminal.json("note", "journal", "life 1"));
        assertThat(terminal.json("note", "journal", "life 2")).containsEntry("supersedes", first);
        terminal.typing("life 3");
        assertThat(terminal.json("note", "journal", "-")).containsEntry("topic", "journal");
        assertThat(terminal.run("note", "journal")).isEqualTo(2);
    }
}
