package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.cli.console.Environment;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The wind tunnel as somebody types it. It stores nothing, so there is no backend to it. */
class TunnelCommandTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.bare(Dialect.SQLITE, folder);
    }

    @Test
    void aRunIsATable() {
        assertThat(terminal.run(
                        "tunnel",
                        "run",
                        "--panel",
                        "5xsim:?conformity=.1&verify=.1",
                        "--preset",
                        "vote,ladder",
                        "--voting",
                        "plurality",
                        "--topology",
                        "graph_mesh",
                        "--questions",
                        "1000"))
                .isZero();
        assertThat(terminal.out().lines().limit(3).map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "preset topology voting rounds threshold accuracy interval solo vote gain interval none debated"
                                + " tokens/question panel",
                        "vote graph_mesh plurality 1 0.75 0.766 0.739..0.791 0.617 0.766 +0.000 0.000..0.000 0.142"
                                + " 0.000 1750 5xsim:?conformity=.1&verify=.1",
                        "ladder graph_mesh plurality 2 0.75 0.808 0.782..0.831 0.617 0.766 +0.042 0.020..0.064 0.046"
                                + " 0.628 5204 5xsim:?conformity=.1&verify=.1");
        assertThat(terminal.out()).contains("right winners of 1,000 questions");
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.data()).doesNotExist();
    }

    @Test
    void aRunIsRowsOfJson() {
        terminal.json(
                "tunnel",
                "run",
                "--panel",
                "3xsim:",
                "--panel",
                "ana=sim:?accuracy=.9,bo=sim:",
                "--preset",
                "round-table",
                "--rounds",
                "1,2",
                "--threshold",
                "0.6,1",
                "--decision",
                "lead",
                "--no-early-stop",
                "--questions",
                "50",
                "--options",
                "3",
                "--seed",
                "9");
        List<Map<String, Object>> rows = terminal.items("rows");
        assertThat(rows).hasSize(8);
        assertThat(rows.getFirst())
                .containsEntry("questions", 50L)
                .containsEntry(
                        "config",
                        Map.of(
                                "panel",
                                "3xsim:",
                                "preset",
                                "round-table",
                                "topology_type",
                                "graph_mesh",
                                "voting_method",
                                "weighted",
                                "rounds",
                                1L,
                                "threshold",
                                0.6,
                                "decision",
                                "lead",
                                "early_stop",
                                false,
                                "options",
                                3L,
                                "seed",
                                9L));
        assertThat(rows.getLast().get("belief"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
    }

    @Test
    void aFileSaysEverything() throws IOException {
        Files.writeString(folder.resolve("try.toml"), """
                [[run]]
                panel = "3xsim:"
                preset = ["vote", "ladder"]
                questions = 20

                [[run]]
                panel = "2xsim:"
                questions = 30
                """);
        terminal.json("tunnel", "run", "--file", "try.toml");
        assertThat(terminal.items("rows"))
                .extracting(row -> row.get("questions"))
                .containsExactly(20L, 20L, 30L);

        assertThat(terminal.run("tunnel", "run", "--file", "try.toml", "--seed", "2"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("--file says everything, and --seed is given too");
        assertThat(terminal.run("tunnel", "run", "--file", "try.toml", "--no-early-stop"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("--no-early-stop is given too");
        assertThat(terminal.run("tunnel", "run", "--file", "none.toml")).isEqualTo(3);
        Files.writeString(folder.resolve("bad.toml"), "[[run]]\npanels = \"3xsim:\"\n");
        assertThat(terminal.run("tunnel", "run", "--file", "bad.toml")).isEqualTo(2);
        assertThat(terminal.err()).contains("there is no field \"run[0].panels\"; did you mean panel?");
    }

    @Test
    void lawsAreMeasuredAndDrawn() throws IOException {
        assertThat(terminal.run("tunnel", "laws", "--questions", "1000", "--plots", "img/laws"))
                .isZero();
        assertThat(terminal.out())
                .contains("1    the vote explains most of the gain")
                .contains("7 of 7 laws hold on 1,000 questions, seed 1");
        assertThat(terminal.err()).isEmpty();
        try (var files = Files.list(folder.resolve("img/laws"))) {
            assertThat(files).hasSize(7).allMatch(file -> file.toString().endsWith(".svg"));
        }
    }

    @Test
    void aBrokenLawExitsWith5() {
        assertThat(terminal.run("tunnel", "laws", "--questions", "4", "--seed", "3", "--json"))
                .isEqualTo(5);
        assertThat(terminal.document()).containsEntry("ok", false);
        assertThat(terminal.items("laws"))
                .hasSize(7)
                .allSatisfy(law -> assertThat(law).containsOnlyKeys("law", "title", "ok", "measured", "bound"));
        assertThat(terminal.run("tunnel", "laws", "--questions", "4", "--seed", "3"))
                .isEqualTo(5);
        assertThat(terminal.out()).contains("BROKEN");
    }

    @Test
    void progressIsForWhoeverWatches() {
        StringWriter err = new StringWriter();
        int exit = Terminal.start(
                new Environment(
                        new PrintWriter(new StringWriter(), true),
                        new PrintWriter(err, true),
                        InputStream.nullInputStream(),
                        Map.of(),
                        folder,
                        true,
                        true),
                "tunnel",
                "laws",
                "--questions",
                "250");
        assertThat(exit).isIn(0, 5);
        assertThat(err.toString()).contains(" turns, ").contains(" %").endsWith("\r\u001b[K");
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThat(terminal.run("tunnel")).isEqualTo(2);
        assertThat(terminal.err()).contains("no verb is given: laws or run");
        assertThat(terminal.run("tunnel", "run", "--preset", "votes")).isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean vote?");
        assertThat(terminal.run("tunnel", "run", "--panel", "5xsym:")).isEqualTo(2);
        assertThat(terminal.run("tunnel", "run", "--questions", "1000001")).isEqualTo(2);
        assertThat(terminal.err()).contains("questions 1000001 is not within 1 to 1,000,000");
        assertThat(terminal.run("tunnel", "run", "--options", "1")).isEqualTo(2);
        assertThat(terminal.run("tunnel", "run", "--rounds", "1,")).isEqualTo(2);
        assertThat(terminal.run("tunnel", "run", "--threshold", "0.2")).isEqualTo(2);
        assertThat(terminal.run("tunnel", "run", "--seed", "x")).isEqualTo(2);
        assertThat(terminal.run("tunnel", "laws", "--questions", "0")).isEqualTo(2);
        assertThat(terminal.run("tunnel", "laws", "--seed", "-1")).isEqualTo(2);
    }

    @Test
    void plotsThatCannotBeWrittenAreNoSuccess() throws IOException {
        Files.writeString(folder.resolve("taken"), "a file");
        assertThat(terminal.run("tunnel", "laws", "--questions", "4", "--plots", "taken"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("the plots cannot be written to");
    }
}
