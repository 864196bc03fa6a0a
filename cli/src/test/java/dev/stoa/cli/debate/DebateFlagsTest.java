package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What can be said about a debate on the command line, and what of it reaches the record and the prompts. */
@OnBothDatabases
class DebateFlagsTest {
    private static final String PANEL = "ana=sim:,bo=sim:,cy=sim:";

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

    @Test
    void everyFieldOfARequestHasAFlag() {
        Map<String, @Nullable Object> plain = config();
        Map<String, @Nullable Object> other = config(
                "--preset",
                "classic",
                "--topology",
                "star",
                "--protocol",
                "dpde",
                "--voting",
                "borda",
                "--rounds",
                "3",
                "--threshold",
                "0.9",
                "--decision",
                "lead",
                "--quorum",
                "3",
                "--options",
                "Friday|Monday",
                "--truth",
                "Monday",
                "--gate",
                "review,convergence",
                "--gate-policy",
                "fail",
                "--gate-timeout",
                "90",
                "--redo-budget",
                "3",
                "--timeout",
                "61",
                "--call-timeout",
                "6",
                "--max-parallel",
                "2",
                "--max-tokens",
                "5000",
                "--max-cost",
                "0.5",
                "--domain",
                "ops",
                "--seed",
                "7",
                "--draft",
                "ana=Friday",
                "--draft",
                "cy@0.9=Monday",
                "--no-early-stop",
                "--no-anonymous",
                "--no-memory",
                "--no-learn",
                "--show-confidence",
                "--show-tally",
                "--clarify",
                "--reflexion-attempts",
                "0",
                "--check",
                "true",
                "--debate-id",
                "deb-1",
                "--as",
                "bo");

        assertThat(other)
                .containsEntry("redo_budget", 3L)
                .containsEntry("max_parallel", 2L)
                .containsEntry("reflexion_attempts", 0L)
                .containsEntry("anonymous", false)
                .containsEntry("show_confidence", true)
                .containsEntry("show_tally", true)
                .containsEntry("initiated_by", "bo")
                .containsEntry(
                        "drafts",
                        List.of(
                                Map.of("agent", "ana", "answer", "Friday", "confidence", 0.5),
                                Map.of("agent", "cy", "answer", "Monday", "confidence", 0.9)));
        Set<String> same = new HashSet<>(plain.keySet());
        same.removeIf(field -> !Objects.equals(plain.get(field), other.get(field)));
        assertThat(same)
                .as("these have flags of other tests, or none because nobody chooses them")
                .containsExactlyInAnyOrder("topic", "agents", "code", "evidence", "template");
    }

    @Test
    void whoeverHasADraftIsNotAskedForOne() {
        Map<String, @Nullable Object> session = run(
                "--preset", "vote",
                "--draft", "ana@0.8=Use Redis, not a=b",
                "--draft", "bo=use redis, not a=b.",
                "--draft", "cy=Redis");
        assertThat(map(session, "outcome"))
                .containsEntry("answer", "Use Redis, not a=b")
                .containsEntry("winner", "A");

        terminal.json("debate", "turns", String.valueOf(session.get("id")));
        assertThat(terminal.items("items").subList(0, 3))
                .allSatisfy(turn -> assertThat(turn)
                        .containsEntry("status", "ok")
                        .containsEntry("phase", "proposal")
                        .containsEntry("metadata", Map.of("supplied", true))
                        .containsEntry("tokens_out", 0L))
                .extracting(turn -> turn.get("agent_id") + " " + turn.get("confidence") + " " + turn.get("option"))
                .containsExactly("ana 0.8 A", "bo 0.5 A", "cy 0.5 B");
        assertThat(terminal.run("debate", "replay", String.valueOf(session.get("id"))))
                .isZero();
    }

    @Test
    void agentsSeeNamesConfidencesAndTalliesOnlyIfAskedTo() {
        assertThat(prompts())
                .contains("Agent 1")
                .doesNotContain("bo")
                .doesNotContain("0.6")
                .doesNotContain("[tally");
        assertThat(prompts("--no-anonymous")).contains("bo").doesNotContain("Agent 1");
        assertThat(prompts("--show-confidence")).contains("0.6");
        assertThat(prompts("--show-tally")).contains("tally");
    }

    @Test
    void howOftenAPhaseIsRedoneCanBeSaid() {
        String id =
                String.valueOf(run("--gate", "proposal", "--redo-budget", "0").get("id"));
        assertThat(terminal.run("debate", "reject", id, "--reason", "no")).isEqualTo(1);
        assertThat(terminal.out()).contains("failed: rejected at its gate too often");

        String patient =
                String.valueOf(run("--gate", "proposal", "--redo-budget", "2").get("id"));
        assertThat(terminal.run("debate", "reject", patient, "--reason", "no")).isZero();
        assertThat(terminal.run("debate", "reject", patient, "--reason", "no")).isZero();
        assertThat(terminal.run("debate", "approve", patient)).isZero();
        assertThat(terminal.json("debate", "show", patient)).containsEntry("status", "completed");
    }

    /** Whatever was shown after the drafts. */
    private String prompts(String... args) {
        String id = String.valueOf(
                run(Stream.concat(Stream.of("--rounds", "2", "--no-early-stop", "--seed", "1"), Stream.of(args))
                                .toArray(String[]::new))
                        .get("id"));
        terminal.json("debate", "turns", id, "--prompts");
        StringBuilder all = new StringBuilder();
        terminal.items("items").stream()
                .filter(turn -> Objects.equals(turn.get("round"), 2L))
                .forEach(turn -> all.append(turn.get("prompt")));
        return all.toString();
    }

    private Map<String, @Nullable Object> config(String... args) {
        return map(terminal.json(all("create", args)), "config");
    }

    private Map<String, @Nullable Object> run(String... args) {
        return terminal.json(all("run", args));
    }

    private static String[] all(String verb, String... args) {
        return Stream.concat(Stream.of("debate", verb, "q0", "--agents", PANEL), Stream.of(args))
                .toArray(String[]::new);
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static Map<String, @Nullable Object> map(Map<String, @Nullable Object> object, String field) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(object.get(field));
    }
}
