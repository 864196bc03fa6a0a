package dev.stoa.cli.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.json.Json;
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

/** What the verbs of {@code evolve} print and answer. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class EvolveCommandTest {
    private static final String[] SMALL = {
        "evolve",
        "run",
        "split-100",
        "--generations",
        "3",
        "--set",
        "race_pool=4",
        "--set",
        "epoch_size=3",
        "--seed",
        "2"
    };

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    private static String text(Map<String, @Nullable Object> document, String field) {
        return String.valueOf(document.get(field));
    }

    @Test
    void aRunIsShownWhileItGoesOnAndEverythingAboutItCanBeRead() throws IOException {
        assertThat(terminal.run(SMALL)).isZero();
        assertThat(terminal.err().lines())
                .anyMatch(line -> line.matches("generation 1: nash_ratio 0\\.\\d+ \\(95 %: .* 3 episodes\\)"))
                .anyMatch(line -> line.matches("  (left|right) .*: (accepted|rejected \\(\\w+\\)).*"));
        assertThat(terminal.out()).contains("is completed (max_generations)", "fingerprint ");

        Map<String, @Nullable Object> listed = terminal.json("evolve", "list");
        assertThat(listed.keySet()).containsExactly("items", "next");
        Map<String, Object> item = terminal.items("items").getFirst();
        assertThat(item.keySet())
                .containsExactlyInAnyOrder(
                        "run_id",
                        "scenario",
                        "kind",
                        "seed",
                        "status",
                        "stop_reason",
                        "generation",
                        "max_generations",
                        "episodes",
                        "accepted",
                        "tokens_used",
                        "fingerprint",
                        "end_nash_ratio",
                        "pending_approvals");
        String run = Objects.toString(item.get("run_id"));
        Map<String, @Nullable Object> shown = terminal.json("evolve", "show", run, "--plots", "plots");
        assertThat(shown.keySet()).contains("first", "last", "generations", "end_nash_ratio");
        assertThat(shown).containsAllEntriesOf(item);
        assertThat(terminal.items("generations"))
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.keySet())
                        .containsExactlyInAnyOrder(
                                "seq",
                                "generation_id",
                                "status",
                                "nash_ratio",
                                "mean_score",
                                "agreement_rate",
                                "mean_turns",
                                "accepted",
                                "fitness"));
        assertThat(Files.readString(folder.resolve("plots/fitness.svg")))
                .startsWith("<svg")
                .contains("</svg>");
        assertThat(Files.readString(folder.resolve("plots/lineage.svg"))).contains("left", "right");

        terminal.json("evolve", "episodes", run, "--generation", "1", "--shadow", "false");
        assertThat(terminal.items("items")).hasSize(3);
        assertThat(terminal.items("items").getFirst().keySet())
                .containsExactlyInAnyOrder(
                        "episode_id",
                        "run_id",
                        "generation",
                        "epoch_kind",
                        "slot",
                        "seed",
                        "termination_reason",
                        "total_turns",
                        "is_shadow_trial",
                        "min_score",
                        "nash_ratio",
                        "logs",
                        "archived",
                        "created_at",
                        "participants");
        terminal.json("evolve", "episodes", run, "--actor", "left", "--worst");
        String episode = Objects.toString(terminal.items("items").getFirst().get("episode_id"));
        terminal.json("evolve", "log", episode);
        assertThat(terminal.items("items").getFirst().keySet())
                .containsExactlyInAnyOrder(
                        "turn_number",
                        "actor_id",
                        "speaker_id",
                        "outcome",
                        "attempts",
                        "violation",
                        "internal_monologue",
                        "public_dialogue",
                        "state_mutations",
                        "propose_resolution",
                        "abort_episode",
                        "token_usage",
                        "state_version",
                        "environment");
        assertThat(text(terminal.json("evolve", "replay", episode), "ok")).isEqualTo("true");

        terminal.json("evolve", "verdicts", run);
        assertThat(terminal.items("items").getFirst().keySet())
                .contains("generation", "outcome", "reason", "lcb", "p_holm", "family_size", "trial_epoch_id");
        terminal.json("evolve", "lineage", run);
        List<Map<String, Object>> tree = terminal.items("items");
        assertThat(tree.getFirst().keySet())
                .containsExactlyInAnyOrder(
                        "profile_id",
                        "seq",
                        "parent_profile_id",
                        "generation",
                        "actor_id",
                        "created_by",
                        "tactic",
                        "operator",
                        "verdict",
                        "diff");
        String root = Objects.toString(tree.getFirst().get("profile_id"));
        String child = Objects.toString(tree.getLast().get("profile_id"));
        assertThat(terminal.json("evolve", "lineage", child)).containsKeys("root", "items");
        assertThat(terminal.json("evolve", "diff", root, child))
                .containsOnlyKeys("hyperparameters", "tactic", "strategy", "system_prompt");
        terminal.json("evolve", "blame", child);
        assertThat(terminal.items("items")).anyMatch(each -> "open".equals(each.get("path")));
        assertThat(terminal.json("evolve", "created", run)).containsEntry("items", List.of());
        terminal.json("evolve", "memory", "split aggressive", "--max-score", "5", "--limit", "2");
        assertThat(terminal.items("items")).hasSize(2);
        assertThat(terminal.items("items").getFirst().keySet())
                .containsExactlyInAnyOrder(
                        "strategy_id",
                        "similarity",
                        "document",
                        "episode_id",
                        "generation_id",
                        "agent_archetype",
                        "tactical_classification",
                        "judge_score",
                        "termination_reason",
                        "created_agents_present");
        terminal.json("evolve", "memory");
        assertThat(terminal.items("items")).hasSize(5);
    }

    @Test
    void anAgentIsApprovedFromTheCommandLineAndPlaysInTheNextGeneration() {
        String run = text(
                terminal.json(
                        "evolve",
                        "run",
                        "split-deadlock",
                        "--generations",
                        "2",
                        "--set",
                        "creation_patience=1",
                        "--set",
                        "race_pool=3",
                        "--set",
                        "cull_trials=1"),
                "run_id");
        terminal.json("evolve", "created", run);
        Map<String, Object> waiting = terminal.items("items").getFirst();
        assertThat(waiting)
                .containsEntry("status", "pending_approval")
                .containsOnlyKeys(
                        "created_agent_id",
                        "run_id",
                        "archetype_designed",
                        "status",
                        "reason",
                        "shadow_trial_score_delta",
                        "design_rationale",
                        "spec",
                        "mounted_generation",
                        "decided_by",
                        "decided_at");
        String agent = Objects.toString(waiting.get("created_agent_id"));
        assertThat(terminal.json("evolve", "approve", agent, "--reason", "it helps"))
                .containsEntry("status", "active")
                .containsEntry("decided_by", "local");
        terminal.json("evolve", "resume", run, "--generations", "3");
        List<Map<String, Object>> generations = terminal.items("generations");
        assertThat(generations.get(1)).containsEntry("nash_ratio", 0.0);
        assertThat(((Number) Objects.requireNonNull(generations.get(2).get("nash_ratio"))).doubleValue())
                .isGreaterThanOrEqualTo(.5);
        assertThat(terminal.json("evolve", "retire", agent)).containsEntry("status", "terminated");
        assertThat(terminal.run("evolve", "approve", agent)).isEqualTo(4);
        terminal.json("audit", "list", "--type", "evolution_decided");
        assertThat(terminal.items("items")).hasSize(6);
    }

    @Test
    void aWrongScenarioIsRefusedWithTheLineAndTheColumnOfEachFault() throws IOException {
        Files.writeString(
                folder.resolve("a.toml"),
                Scenarios.text("two-issue-trade").replaceFirst("better = \"high\"", "better = \"upp\""));
        assertThat(terminal.run("evolve", "check", "a.toml", "--json")).isEqualTo(2);
        assertThat(terminal.document()).containsEntry("valid", false);
        assertThat(terminal.items("errors").getFirst())
                .containsOnlyKeys("line", "column", "field", "message")
                .containsEntry("field", "actors[0].utility.\"offer.x\".better");
        assertThat(terminal.run("evolve", "run", "a.toml")).isEqualTo(2);
        assertThat(terminal.err()).contains("a.toml:", "must be \"high\" or \"low\"");
        assertThat(terminal.run("evolve", "run", "split-10")).isEqualTo(3);
        assertThat(terminal.run("evolve", "run", "split-100", "--set", "shadow_trial_count=5"))
                .isEqualTo(4);
        assertThat(terminal.err()).contains("set shadow_trial_count to 6 or more");
        assertThat(terminal.json("evolve", "list")).containsEntry("items", List.of());
        assertThat(terminal.json("evolve", "scenarios")).containsKey("items");
    }

    @Test
    void aCancelledRunStaysCancelledAndAWorstListNeedsAnActor() {
        String run = text(terminal.json(SMALL), "run_id");
        assertThat(terminal.run("evolve", "cancel", run)).isEqualTo(4);
        assertThat(terminal.err()).contains("completed");
        assertThat(terminal.run("evolve", "resume", run)).isEqualTo(4);
        assertThat(terminal.run("evolve", "episodes", run, "--worst")).isEqualTo(2);
        assertThat(terminal.run("evolve", "show", "nothing")).isEqualTo(3);
        assertThat(terminal.run("evolve", "replay", "nothing")).isEqualTo(3);
    }

    @Test
    void aValueThatIsNoNumberIsRefusedWithTheBoundsOfItsOption() {
        for (String seed : List.of("abc", "9223372036854775808", "1.5", "\u001b[2J")) {
            assertThat(terminal.run("evolve", "run", "split-100", "--seed", seed))
                    .isEqualTo(2);
            assertThat(terminal.err())
                    .contains("is not a whole number from -9,223,372,036,854,775,808 to 9,223,372,036,854,775,807")
                    .contains("--seed \"" + seed.replace("\u001b", "\uFFFD") + "\"");
        }
        assertThat(terminal.run("evolve", "memory", "--limit", "some")).isEqualTo(2);
        assertThat(terminal.err()).contains("--limit \"some\" is not a whole number from 1 to 100");
        assertThat(terminal.run("evolve", "memory", "--max-score", "low")).isEqualTo(2);
        assertThat(terminal.err()).contains("--max-score \"low\" is not a whole number from -5 to 5");
        assertThat(terminal.run("evolve", "episodes", "r", "--shadow", "maybe")).isEqualTo(2);
        assertThat(terminal.err()).contains("--shadow \"maybe\" is not true or false");
        // The root of all folders has no name, and is no scenario.
        assertThat(terminal.run("evolve", "run", "/")).isEqualTo(3);
    }

    @Test
    void aSettingOfTheConfigurationHoldsWhereTheScenarioAndTheCommandSayNothing() throws IOException {
        Files.writeString(folder.resolve("stoa.toml"), """
            [evolution]
            epoch_size = 2
            race_pool = 3
            max_generations = 99
            max_run_tokens = 9007199254740991
            [evolution.memory]
            scope = "archive"
            """);
        Files.writeString(
                folder.resolve("own.toml"),
                Scenarios.text("split-100").replace("max_generations = 30", "max_generations = 1\nrace_pool = 2"));
        Map<String, @Nullable Object> run = terminal.json("evolve", "run", "own.toml", "--set", "cull_trials=1");
        assertThat(run).containsEntry("max_generations", 1L);
        terminal.json("evolve", "episodes", text(run, "run_id"), "--shadow", "false");
        assertThat(terminal.items("items")).hasSize(2);
        terminal.json("evolve", "verdicts", text(run, "run_id"));
        assertThat(terminal.items("items")).hasSizeLessThanOrEqualTo(4);
        Files.writeString(folder.resolve("stoa.toml"), "[evolution]\nepoch_sise = 2\n");
        assertThat(terminal.run("evolve", "run", "own.toml")).isEqualTo(2);
        assertThat(terminal.err()).contains("stoa.toml:2", "epoch_size");
    }

    @Test
    void simulatedDebatersLearnToTrustThemselvesWhenTheyAreRight() throws IOException {
        StringBuilder questions = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            questions
                    .append(Json.write(Json.object(
                            "id",
                            "q" + i,
                            "question",
                            "Which one is number " + i + "?",
                            "answer",
                            "b",
                            "options",
                            List.of("a", "b", "c", "d"))))
                    .append('\n');
        }
        Files.writeString(folder.resolve("questions.jsonl"), questions);
        Files.writeString(folder.resolve("panel.toml"), """
            schema = 1
            name = "panel"
            kind = "debate"
            context = "Three agents answer questions."
            [debate]
            questions = "questions.jsonl"
            per_episode = 10
            preset = "vote"
            [[actors]]
            id = "ana"
            name = "Ana"
            brain = "sim:?accuracy=0.6"
            mutable = {sharpness = [0, 0.4]}
            [[actors]]
            id = "bob"
            name = "Bob"
            brain = "sim:?accuracy=0.6"
            evolve = false
            [[actors]]
            id = "cy"
            name = "Cy"
            brain = "sim:?accuracy=0.6"
            evolve = false
            [evolution]
            max_generations = 3
            epoch_size = 5
            """);
        Map<String, @Nullable Object> run = terminal.json("evolve", "run", "panel.toml");
        assertThat(run).containsEntry("kind", "debate").containsEntry("status", "completed");
        assertThat(((Number) Objects.requireNonNull(run.get("accepted"))).longValue())
                .isPositive();
        Files.delete(folder.resolve("questions.jsonl"));
        Map<String, @Nullable Object> more =
                terminal.json("evolve", "resume", text(run, "run_id"), "--generations", "4");
        assertThat(more).containsEntry("generation", 4L);
        terminal.json("evolve", "episodes", text(run, "run_id"), "--generation", "4", "--shadow", "false");
        String episode = Objects.toString(terminal.items("items").getFirst().get("episode_id"));
        terminal.json("evolve", "log", episode);
        assertThat(terminal.items("items")).hasSize(30);
        assertThat(terminal.run("evolve", "replay", episode)).isZero();
    }
}
