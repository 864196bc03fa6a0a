package dev.stoa.cli.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The nouns correction, assertion and specialist as they are typed, on both backends. */
@OnBothDatabases
class LearningFromAnswersTest {
    private static final List<String> FIELDS = List.of(
            "id",
            "created_at",
            "subject",
            "domain",
            "claim",
            "rejected",
            "confidence",
            "source",
            "effective_confidence",
            "decay_class",
            "metadata",
            "scope",
            "scope_id",
            "status",
            "type",
            "origin",
            "pinned",
            "supersedes",
            "superseded_by");

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

    private Map<String, @Nullable Object> json(String... args) {
        return terminal.json(args);
    }

    @Test
    void aCorrectionIsAddedFoundByTheNextCommandEditedAndRetired() {
        Map<String, @Nullable Object> added =
                json("correction", "add", "height of the Eiffel tower", "It is 330 m high.", "--rejected", "300 m");
        assertThat(added.keySet()).containsExactlyElementsOf(FIELDS);
        String id = String.valueOf(added.get("id"));

        json("correction", "find", "Say, what height has the Eiffel tower?");
        Map<String, Object> found = terminal.items("items").getFirst();
        assertThat(found)
                .containsEntry("id", id)
                .containsEntry("relevance", 1.0)
                .containsKeys("include", "why");
        assertThat(found.get("why"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("lexical", "embedding", "scope", "domain", "violations", "cost");

        assertThat(terminal.run("correction", "export")).isZero();
        assertThat(terminal.out().lines()).hasSize(1);
        assertThat(Json.parseObject(terminal.out().strip()))
                .containsEntry("prompt", "height of the Eiffel tower")
                .containsEntry("chosen", "It is 330 m high.")
                .containsEntry("rejected", "300 m");

        Map<String, @Nullable Object> edited = json("correction", "edit", id, "It is 331 m high.");
        assertThat(edited).containsEntry("supersedes", id).containsEntry("status", "active");
        String next = String.valueOf(edited.get("id"));
        assertThat(terminal.run("correction", "confirm", id)).isEqualTo(4);
        assertThat(terminal.err()).contains("is superseded", next);
        assertThat(json("correction", "confirm", next)).containsEntry("status", "active");
        assertThat(json("correction", "retire", next)).containsEntry("status", "retired");
        json("correction", "history", next);
        assertThat(terminal.items("items"))
                .map(event -> event.get("event"))
                .containsExactly("created", "confirmed", "retired");
        json("correction", "list");
        assertThat(terminal.items("items")).map(row -> row.get("id")).containsExactly(next, id);
        assertThat(terminal.run("correction", "find", "height of the Eiffel tower"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("no correction applies\n");
    }

    @Test
    void whatCannotBeIsRefusedWithItsExitCode() {
        assertThat(terminal.run("correction", "add", "the", "x")).isEqualTo(2);
        assertThat(terminal.run("correction", "add", "tower", "x", "--confidence", "2"))
                .isEqualTo(2);
        assertThat(terminal.run("correction", "add", "tower", "x", "--project", "a", "--conversation", "b"))
                .isEqualTo(2);
        assertThat(terminal.run("correction", "add", "tower", "x", "--project", "p9"))
                .isEqualTo(3);
        assertThat(terminal.run("correction", "retire", "none")).isEqualTo(3);
        assertThat(terminal.run("--as", "eve", "correction", "add", "tower", "x"))
                .isEqualTo(1);
        assertThat(terminal.run("correction", "list")).isZero();
        assertThat(terminal.out()).isEqualTo("no corrections\n");
    }

    @Test
    void aTextIsTestedAgainstTheConfiguredPolicy() throws IOException {
        assertThat(terminal.run("assertion", "test", "The tower is 330 m high.", "--json"))
                .isZero();
        assertThat(terminal.document())
                .containsOnlyKeys("passed", "blocking_failed", "bonus", "gold", "results")
                .containsEntry("passed", true);
        Files.createDirectories(terminal.data());
        Files.writeString(terminal.data().resolve("stoa.toml"), """
                [policy.careful]
                fields = ["law"]
                assertions = [
                  { name = "cites", check = "contains", level = "blocking", parameters = { text = "Source:" } },
                ]
                """);
        assertThat(terminal.run("assertion", "test", "--policy", "careful", "secret words", "--json"))
                .isEqualTo(5);
        assertThat(terminal.document())
                .containsEntry("passed", false)
                .containsEntry("blocking_failed", List.of("cites"));
        assertThat(terminal.out()).doesNotContain("secret");
        assertThat(terminal.run("assertion", "list")).isZero();
        assertThat(terminal.out()).contains("careful", "law", "cites", "not_empty");
        Files.writeString(
                terminal.data().resolve("stoa.toml"),
                "[policy.x]\nassertions = [ { check = \"nothing_like_it\", level = \"soft\" } ]\n");
        assertThat(terminal.run("assertion", "list")).isEqualTo(2);
        assertThat(terminal.err()).contains("nothing_like_it");
    }

    @Test
    void aSpecialistIsAddedComparedPromotedByForceAndRolledBack() {
        assertThat(json("specialist", "add", "sokrates", "sim:?accuracy=0.7", "--field", "law,art"))
                .containsOnlyKeys(
                        "name",
                        "active_model",
                        "shadow_model",
                        "fields",
                        "state",
                        "reliability",
                        "outcomes",
                        "gate",
                        "rollback_advised")
                .containsEntry("active_model", "sim:?accuracy=0.7")
                .containsEntry("fields", List.of("law", "art"));
        assertThat(terminal.run("specialist", "add", "platon", "nonsense:x")).isEqualTo(2);
        // Its results are found under the text by which it is called.
        assertThat(json("specialist", "add", "platon", "sim:?failure=0&accuracy=0.7"))
                .containsEntry("active_model", "sim:?accuracy=0.7&failure=0");
        assertThat(json("specialist", "shadow", "sokrates", "sim:?accuracy=0.9"))
                .containsEntry("shadow_model", "sim:?accuracy=0.9");
        assertThat(terminal.run("specialist", "promote", "sokrates")).isEqualTo(4);
        assertThat(terminal.err()).contains("gate: 0 pairs of scores; the first look needs 50");
        assertThat(terminal.run("specialist", "promote", "sokrates", "--force")).isEqualTo(2);
        assertThat(json("specialist", "promote", "sokrates", "--force", "--reason", "cheaper"))
                .containsEntry("event", "promote")
                .containsEntry("to_model", "sim:?accuracy=0.9");
        assertThat(json("specialist", "rollback", "sokrates"))
                .containsEntry("event", "rollback")
                .containsEntry("to_model", "sim:?accuracy=0.7");
        assertThat(terminal.run("specialist", "rollback", "sokrates")).isEqualTo(4);
        assertThat(json("specialist", "retire", "sokrates")).containsEntry("state", "retired");
        assertThat(terminal.run("specialist", "list")).isZero();
        assertThat(terminal.out()).contains("sokrates", "retired", "sim:?accuracy=0.7");
    }
}
