package dev.stoa.cli.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debates that evolve, and their profiles where agents are named. */
@SuppressWarnings("NullAway.Init") // set before each test
class EvolveDebateTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void aProfileOfAnEvolvedPanelIsAnAgentInADebateInTheTunnelAndInAnAsk() throws IOException {
        Path scenario = Files.writeString(folder.resolve("panel.toml"), """
                schema = 1
                name = "panel"
                kind = "debate"
                context = "A panel."
                [[actors]]
                id = "ada"
                brain = "sim:?accuracy=0.9&flip=0.5"
                mutable = {flip = [0, 1]}
                [[actors]]
                id = "ben"
                brain = "sim:"
                evolve = false
                [debate]
                questions = "questions.jsonl"
                per_episode = 1
                [evolution]
                max_generations = 1
                epoch_size = 1
                race_pool = 1
                shadow_trial_count = 6
                """);
        assertThat(terminal.run("evolve", "check", scenario.toString())).isEqualTo(3);
        Path questions = Files.writeString(folder.resolve("questions.jsonl"), "{\"id\": \"q1\"}\n");
        assertThat(terminal.run("evolve", "check", scenario.toString())).isEqualTo(2);
        assertThat(terminal.err()).contains("questions.jsonl:1:1: question: is missing");
        Files.writeString(
                questions,
                "{\"id\": \"q1\", \"question\": \"One?\", \"answer\": \"1\", \"options\": [\"1\", \"2\"]}\n");
        assertThat(terminal.run("evolve", "check", scenario.toString())).isZero();

        Map<String, @Nullable Object> run = terminal.json("evolve", "run", scenario.toString());
        assertThat(run).containsEntry("kind", "debate").containsEntry("status", "completed");
        terminal.json("evolve", "lineage", String.valueOf(run.get("run_id")));
        List<Map<String, Object>> profiles = terminal.items("items");
        String ada = "ada=profile:" + profiles.getLast().get("profile_id");

        Map<String, @Nullable Object> debate = terminal.json(
                "debate", "run", "Which colour?", "--agents", ada + ",ben=sim:", "--preset", "vote", "--seed", "1");
        assertThat(String.valueOf(debate.get("config")))
                .contains("profile=" + profiles.getLast().get("profile_id"), "accuracy=0.9", "provider=sim");
        Map<String, @Nullable Object> tunnel =
                terminal.json("tunnel", "run", "--panel", ada + ",ben=sim:", "--questions", "50");
        assertThat(String.valueOf(tunnel.get("rows"))).contains(ada);
        assertThat(terminal.run("tunnel", "run", "--panel", "ada=profile:nobody,ben=sim:"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("agent ada has the unknown profile");
        Map<String, @Nullable Object> answer = terminal.json("ask", "Which colour?", "--agents", ada + ",ben=sim:");
        assertThat(String.valueOf(answer))
                .contains("profile:" + profiles.getLast().get("profile_id"));
    }
}
