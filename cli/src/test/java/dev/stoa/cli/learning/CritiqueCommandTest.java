package dev.stoa.cli.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The noun critique as somebody types it, on both backends. */
@OnBothDatabases
class CritiqueCommandTest {
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

    private String added(String debate, String issue) {
        assertThat(terminal.run(
                        "critique", "add", "--debate", debate, "--agent", "ana", "--issue", issue, "--severity", "0.5"))
                .isZero();
        return terminal.out().strip().replace(" added", "");
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static Map<String, @Nullable Object> object(Map<String, @Nullable Object> document, String field) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(document.get(field));
    }

    @Test
    void addTakesEveryOptionAndAnswersTheCritique() {
        String[] line = {
            "critique",
            "add",
            "--debate",
            "d1",
            "--agent",
            "ana",
            "--target",
            "bob",
            "--issue",
            "slow",
            "--issue",
            "unclear",
            "--suggestion",
            "cache it",
            "--severity",
            "0.7",
            "--reasoning",
            "measured",
            "--expected",
            "0.9",
            "--key",
            "k1"
        };
        Map<String, @Nullable Object> document = terminal.json(line);
        assertThat(document).containsEntry("created", true).containsOnlyKeys("critique", "created");
        assertThat(object(document, "critique"))
                .containsOnlyKeys(
                        "critique_key",
                        "id",
                        "debate_id",
                        "agent",
                        "target_agent",
                        "issues",
                        "suggestions",
                        "severity",
                        "reasoning",
                        "led_to_improvement",
                        "expected_usefulness",
                        "actual_usefulness",
                        "prediction_error",
                        "created_at",
                        "simulated")
                .containsEntry("critique_key", "k1")
                .containsEntry("issues", List.of("slow", "unclear"))
                .containsEntry("expected_usefulness", 0.9)
                .containsEntry("actual_usefulness", null);
        assertThat(terminal.json(line)).containsEntry("created", false);
        line[11] = "other";
        assertThat(terminal.run(line)).isEqualTo(4);
        assertThat(terminal.err())
                .isEqualTo("stoa: critique k1 exists with other content;" + " give another key, or add what is there"
                        + System.lineSeparator());
    }

    @Test
    void whatIsMissingOrOutOfBoundsIsNamedAndExitsWith2() {
        assertThat(terminal.run("critique", "add", "--agent", "ana", "--issue", "x", "--severity", "1"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("--debate is missing");
        assertThat(terminal.run(
                        "critique", "add", "--debate", "d", "--agent", "ana", "--issue", "x", "--severity", "7"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("severity 7 is not within 0 to 1");
        assertThat(terminal.run("critique", "add", "--debate", "d", "--severity", "much"))
                .isEqualTo(2);
        assertThat(terminal.run("critique")).isEqualTo(2);
        assertThat(terminal.err()).contains("no verb is given");
        assertThat(terminal.run("critique", "patterns", "--type", "securty")).isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean security?");
        assertThat(terminal.run("critique", "patterns", "--limit", "101")).isEqualTo(2);
        assertThat(terminal.run("critique", "list", "--limit", "501")).isEqualTo(2);
        assertThat(terminal.run("critique", "reputation", "--cursor", "zzz")).isEqualTo(2);
    }

    @Test
    void resolveTeachesPatternsAndReputation() {
        String key = added("d1", "Missing null checks in the parser!");
        assertThat(terminal.run("critique", "resolve", key)).isEqualTo(2);
        assertThat(terminal.err()).contains("give one of --improved and --not-improved");
        assertThat(terminal.run("critique", "resolve", key, "--improved", "--not-improved"))
                .isEqualTo(2);
        assertThat(terminal.run("critique", "resolve", "--improved")).isEqualTo(2);
        assertThat(terminal.run("critique", "resolve", "nobody", "--improved")).isEqualTo(3);
        assertThat(terminal.run("critique", "resolve", key, "--improved", "--usefulness", "2"))
                .isEqualTo(2);

        Map<String, @Nullable Object> document =
                terminal.json("critique", "resolve", key, "--improved", "--usefulness", "0.75");
        assertThat(document).containsEntry("applied", true).containsOnlyKeys("critique", "applied");
        assertThat(object(document, "critique"))
                .containsEntry("led_to_improvement", true)
                .containsEntry("actual_usefulness", 0.75)
                .containsEntry("prediction_error", 0.25);
        assertThat(terminal.run("critique", "resolve", key, "--improved", "--usefulness", "0.75"))
                .isZero();
        assertThat(terminal.out()).contains("was resolved already: improved, prediction error 0.250");
        assertThat(terminal.run("critique", "resolve", key, "--not-improved")).isEqualTo(4);

        terminal.json("critique", "patterns", "parser", "--type", "completeness", "--limit", "5");
        assertThat(terminal.document()).containsEntry("next", null);
        assertThat(terminal.items("items"))
                .singleElement()
                .satisfies(pattern -> assertThat(pattern)
                        .containsOnlyKeys(
                                "id",
                                "issue_type",
                                "issue_text",
                                "suggestion_text",
                                "success_count",
                                "failure_count",
                                "avg_severity",
                                "surprise_score",
                                "base_rate",
                                "avg_prediction_error",
                                "prediction_count",
                                "example_task",
                                "created_at",
                                "updated_at")
                        .containsEntry("id", "pat_36144d6467cc64413dc591e16ef0af6f")
                        .containsEntry("success_count", 1L));
        assertThat(terminal.run("critique", "patterns")).isZero();
        assertThat(terminal.out()).contains("completeness").contains("1 helped, 0 did not");
        assertThat(terminal.run("critique", "patterns", "--min-success", "2")).isZero();
        assertThat(terminal.out().strip()).isEqualTo("no matching patterns");

        assertThat(terminal.json("critique", "reputation", "ana"))
                .containsOnlyKeys(
                        "agent_name",
                        "score",
                        "calibration_score",
                        "vote_weight",
                        "proposals_made",
                        "proposals_accepted",
                        "critiques_given",
                        "critiques_valuable",
                        "total_predictions",
                        "total_prediction_error")
                .containsEntry("critiques_valuable", 1L)
                .containsEntry("calibration_score", 0.75);
        assertThat(terminal.json("critique", "reputation")).containsEntry("next", null);
        assertThat(terminal.items("items")).hasSize(1);
        assertThat(terminal.run("critique", "reputation")).isZero();
        assertThat(terminal.out()).contains("ana").contains("vote weight").contains("1 of 1 critiques valuable");
        assertThat(terminal.run("critique", "reputation", "bob")).isEqualTo(3);
        assertThat(terminal.err()).contains("nothing is known of agent \"bob\"").contains("its vote weighs 1");
    }

    @Test
    void listsPageAndFilter() {
        for (int i = 0; i < 5; i++) {
            added("d" + i % 2, "issue " + i);
        }
        terminal.json("critique", "list", "--limit", "3");
        assertThat(terminal.items("items"))
                .extracting(critique -> critique.get("issues"))
                .containsExactly(List.of("issue 4"), List.of("issue 3"), List.of("issue 2"));
        String next = String.valueOf(terminal.document().get("next"));
        assertThat(terminal.run("critique", "list", "--cursor", next)).isZero();
        assertThat(terminal.out().lines()).hasSize(2);
        assertThat(terminal.run("critique", "list", "--debate", "d1", "--limit", "1"))
                .isZero();
        assertThat(terminal.out()).contains("issue 3").contains("open").contains("more: --cursor ");
        assertThat(terminal.run("critique", "list", "--debate", "none")).isZero();
        assertThat(terminal.out().strip()).isEqualTo("there are no critiques");
    }

    @Test
    void manyAreAddedAndResolvedFromLines() throws Exception {
        Path file = folder.resolve("critiques.jsonl");
        Files.writeString(file, """
                {"debate_id":"d1","agent":"ana","issues":["slow"],"severity":0.5,"critique_key":"k1"}
                {"debate_id":"d1","agent":"ana","issues":["slow"],"severity":5}

                {"debate_id":"d1","agent":"bob","issues":["unclear"],"severity":0.5,"critique_key":"k2"}
                {"debate_id":"d1","agent":"ana","issues":["slow"],"severity":0.5,"critique_key":"k1"}
                """);
        assertThat(terminal.run("critique", "add", "--jsonl", file.toString(), "--strict"))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("0 written").contains("nothing was written");
        assertThat(terminal.run("critique", "add", "--jsonl", file.toString())).isEqualTo(1);
        assertThat(terminal.out().strip()).isEqualTo("2 written, 1 already present, 1 refused");
        assertThat(terminal.err()).contains("line 2: severity 5 is not within 0 to 1");

        assertThat(terminal.typing("""
                        {"critique_key":"k1","led_to_improvement":true}
                        {"critique_key":"k2","led_to_improvement":false,"actual_usefulness":0.25}
                        {"critique_key":"k1","led_to_improvement":true}
                        """).run("critique", "resolve", "--jsonl", "-", "--json"))
                .isZero();
        assertThat(terminal.document()).containsEntry("created", 2L).containsEntry("known", 1L);
        terminal.json("critique", "patterns", "--min-success", "0");
        assertThat(terminal.items("items")).hasSize(2);
    }

    @Test
    void cleanupCountsAsksAndDeletes() throws SQLException {
        added("d1", "slow");
        terminal.alter("critique", "UPDATE critiques SET created_at = '2020-01-01T00:00:00.000Z'");
        assertThat(terminal.json("critique", "cleanup", "--dry-run"))
                .containsEntry("critiques", 1L)
                .containsEntry("dry_run", true);
        assertThat(terminal.typing("n\n").run("critique", "cleanup")).isEqualTo(4);
        assertThat(terminal.value("critique", "SELECT count(*) FROM critiques")).isEqualTo("1");
        assertThat(terminal.run("critique", "cleanup", "--yes")).isZero();
        assertThat(terminal.out()).contains("0 patterns archived; 1 critique, 0 debates and 0 proposals deleted");
        assertThat(terminal.value("critique", "SELECT count(*) FROM critiques")).isEqualTo("0");
    }
}
