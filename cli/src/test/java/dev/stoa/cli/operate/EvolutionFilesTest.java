package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.cli.console.LocationOptions;
import dev.stoa.config.ConfigSources;
import dev.stoa.evolution.profile.ActorDraft;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.run.AcceptanceLimits;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunDraft;
import dev.stoa.evolution.run.RunKind;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Runs of the evolution leave an archive as a file and come into another. */
@OnBothDatabases
class EvolutionFilesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;
    private String run;

    @BeforeEach
    void create() {
        terminal = Terminal.on(dialect, folder);
        run = created("split");
        created("another");
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    private String created(String name) {
        Map<String, String> environment = terminal.environment();
        StoaConfig config = StoaConfig.load(
                ConfigSources.of(folder, environment, LocationOptions.choose(null, null, environment, folder)));
        try (Stoa stoa = Stoa.open(config)) {
            Run created = stoa.evolution()
                    .runs()
                    .create(
                            Principal.local(),
                            new RunDraft(
                                    name,
                                    RunKind.NEGOTIATION,
                                    Json.object("name", name),
                                    Json.object(),
                                    42,
                                    List.of(actor("left"), actor("right")),
                                    1,
                                    AcceptanceLimits.frozen(),
                                    "elsewhere:7"));
            return created.id();
        }
    }

    private static ActorDraft actor(String id) {
        return new ActorDraft(
                id, Archetype.PRIMARY_ACTOR, "You are " + id + ".", "open = 0.9", "soft", Json.object("open", .9));
    }

    @Test
    void aRunIsExportedAndImportedOnceAndAnUnequalRowIsAConflict() throws Exception {
        assertThat(terminal.run("export", "--what", "evolution", "--run", run, "--out", "run.jsonl"))
                .isZero();
        assertThat(terminal.out()).contains("wrote run.jsonl with 5 rows");
        List<String> lines = Files.readAllLines(folder.resolve("run.jsonl"));
        assertThat(lines)
                .extracting(line -> Json.parseObject(line).get("type"))
                .containsExactly("run", "generation", "profile", "profile", "epoch");

        assertThat(terminal.run("--data", "fresh", "import", "run.jsonl", "--dry-run"))
                .isZero();
        assertThat(terminal.out()).contains("evolution: 5 rows would go to", "profile: 2 new, 0 already there");
        assertThat(folder.resolve("fresh/evolution.sqlite")).doesNotExist();
        Map<String, ?> report = terminal.json("--data", "fresh", "import", "run.jsonl");
        assertThat(report.get("written")).isEqualTo(true);
        assertThat(report.get("run_ids")).isEqualTo(List.of(run));
        assertThat(terminal.run("--data", "fresh", "import", "run.jsonl")).isZero();
        assertThat(terminal.out()).contains("evolution: 0 rows added to", "run: 0 new, 1 already there");

        Files.write(
                folder.resolve("forged.jsonl"),
                lines.stream()
                        .map(line -> line.replace("open = 0.9", "open = 0.1"))
                        .toList());
        assertThat(terminal.run("--data", "fresh", "import", "forged.jsonl")).isEqualTo(4);
        assertThat(terminal.err())
                .contains("2 rows exist here with other content: profile ", "(line 3)", "nothing was changed");
        assertThat(terminal.run("--data", "fresh", "doctor", "--deep")).isZero();
    }

    @Test
    void allRunsAreExportedByTypeAndThenByNumber() throws Exception {
        assertThat(terminal.run("export", "--what", "evolution")).isZero();
        List<String> lines = terminal.out().lines().toList();
        assertThat(lines)
                .extracting(line -> Json.parseObject(line).get("type"))
                .containsExactly(
                        "run",
                        "run",
                        "generation",
                        "generation",
                        "profile",
                        "profile",
                        "profile",
                        "profile",
                        "epoch",
                        "epoch");
        Files.write(folder.resolve("all.jsonl"), lines);
        assertThat(terminal.run("--data", "fresh", "import", "all.jsonl")).isZero();
        assertThat(terminal.out()).contains("evolution: 10 rows added to", "run: 2 new");
    }

    @Test
    void whatIsNotThereOrNotMeantIsRefused() throws Exception {
        assertThat(terminal.run("export", "--what", "evolution", "--run", "none"))
                .isEqualTo(3);
        assertThat(terminal.run("export", "--what", "debates", "--run", run)).isEqualTo(2);
        assertThat(terminal.err()).contains("--run is for --what evolution");
        assertThat(terminal.run("export", "--what", "evolution", "--json")).isEqualTo(2);
        assertThat(terminal.run("export", "--what", "evolution", "--format", "md"))
                .isEqualTo(2);
        Files.writeString(folder.resolve("torn.jsonl"), "{\"type\":\"run\",\"scenario_json\":{},\"id\":\"x\"}\n");
        assertThat(terminal.run("import", "torn.jsonl")).isEqualTo(2);
        assertThat(terminal.err()).contains("line 1: ");
        assertThat(terminal.run("prune", "--dry-run")).isZero();
        assertThat(terminal.out())
                .contains("evolution  0 episodes and 0 turns archived, 0 turns deleted, 0 strategies evicted");
    }
}
