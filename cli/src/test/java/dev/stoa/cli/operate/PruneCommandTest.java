package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Dialect.class)
class PruneCommandTest {
    private static final String LONG_AGO = "2020-01-01T00:00:00.000Z";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.bare(dialect, folder);
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void whatIsPastItsTimeGoesAndEverythingElseStays() throws SQLException {
        grownOld();
        Map<String, Object> counted = Map.of(
                "memory",
                Map.of("expired", 1L, "evicted", 0L, "overflowed", 0L, "generations", 0L, "outcomes", 1L),
                "rating",
                Map.of("history", 2L),
                "critique",
                Map.of("patterns", 0L, "critiques", 1L, "debates", 0L, "proposals", 0L),
                "evidence",
                Map.of("deleted", 1L),
                "breaker",
                Map.of("purged", 0L));

        assertThat(terminal.json("prune", "--dry-run"))
                .containsAllEntriesOf(counted)
                .containsEntry("dry_run", true);
        assertThat(terminal.json("prune", "--yes"))
                .containsAllEntriesOf(counted)
                .containsEntry("dry_run", false);
        assertThat(terminal.json("prune", "--yes"))
                .containsEntry("evidence", Map.of("deleted", 0L))
                .containsEntry("rating", Map.of("history", 0L));
        assertThat(terminal.run("memory", "show", "young")).isZero();
        assertThat(terminal.value("rating", "SELECT count(*) FROM matches")).isEqualTo("2");
        assertThat(terminal.run("doctor", "--deep")).as(terminal.out()).isZero();
    }

    @Test
    void whatExecutionsWroteLongAgoIsCut() throws SQLException {
        String text = "word ".repeat(1_000);
        terminal.json("agent", "register", "ana", "--model", "command:none");
        for (String input : List.of("old", "young", "work")) {
            terminal.json("task", "add", input);
        }
        terminal.alter("society", "UPDATE tasks SET kind = 'run' WHERE input <> 'work'");
        terminal.alter(
                "society",
                "UPDATE tasks SET status = 'completed', completed_at = created_at, prompt = '" + text + "', output = '"
                        + text + "'");
        terminal.alter("society", "UPDATE tasks SET completed_at = '" + LONG_AGO + "' WHERE input <> 'young'");
        terminal.alter("society", "UPDATE feed SET at = '" + LONG_AGO + "'");
        terminal.json("doctor", "--repair-index");
        Map<String, Object> counted = Map.of("executions", 1L, "outputs", 1L, "stderr", 0L, "prompts", 1L, "feed", 4L);

        assertThat(terminal.json("prune", "--dry-run")).containsEntry("society", counted);
        assertThat(terminal.value("society", "SELECT count(*) FROM tasks WHERE length(output) = 5000"))
                .isEqualTo("3");
        assertThat(terminal.run("prune", "--yes")).isZero();
        assertThat(terminal.out())
                .contains("1 executions cut (1 outputs, 0 error outputs, 1 prompts), 4 changes forgotten");
        assertThat(terminal.json("prune", "--yes"))
                .containsEntry(
                        "society", Map.of("executions", 0L, "outputs", 0L, "stderr", 0L, "prompts", 0L, "feed", 0L));
        assertThat(terminal.value("society", "SELECT input FROM tasks WHERE length(output) = 2000"))
                .isEqualTo("old");
        assertThat(terminal.value("society", "SELECT input FROM tasks WHERE pruned_at IS NOT NULL"))
                .isEqualTo("old");
        terminal.alter("society", "UPDATE tasks SET kind = 'work'");
        assertThat(terminal.run("doctor", "--deep")).as(terminal.out()).isZero();

        terminal.environment().put("STOA_SOCIETY_KEEP_OUTPUT_DAYS", "0");
        assertThat(terminal.run("prune", "--dry-run")).isEqualTo(2);
    }

    @Test
    void itAsksFirstAndANoChangesNothing() throws SQLException {
        grownOld();
        assertThat(terminal.typing("n\n").run("prune")).isEqualTo(4);
        assertThat(terminal.value("evidence", "SELECT count(*) FROM evidence")).isEqualTo("1");
        assertThat(terminal.typing("y\n").run("prune")).isZero();
        assertThat(terminal.out()).contains("1 pieces deleted").contains("done");
        assertThat(terminal.value("evidence", "SELECT count(*) FROM evidence")).isEqualTo("0");
    }

    private void grownOld() throws SQLException {
        terminal.environment().put("STOA_RATING_HISTORY_DAYS", "30");
        terminal.json("memory", "add", "one that expires", "--id", "old", "--ttl", "60");
        terminal.json("memory", "add", "one that stays", "--id", "young");
        terminal.json("memory", "outcome", "young", "--success");
        terminal.json("evidence", "add", "nobody has used this", "--source", "web");
        terminal.json("critique", "add", "--debate", "d1", "--agent", "ana", "--issue", "slow", "--severity", "0.5");
        terminal.json("rating", "record", "d1", "--scores", "ana=1,bo=0");
        terminal.json("rating", "record", "d2", "--scores", "ana=1,bo=0");
        terminal.alter("continuum", "UPDATE continuum_memory SET expires_at = '" + LONG_AGO + "' WHERE id = 'old'");
        terminal.alter("continuum", "UPDATE memory_outcomes SET created_at = '" + LONG_AGO + "'");
        terminal.alter("evidence", "UPDATE evidence SET updated_at = '" + LONG_AGO + "'");
        terminal.alter("critique", "UPDATE critiques SET created_at = '" + LONG_AGO + "'");
        terminal.alter("rating", "UPDATE elo_history SET created_at = '" + LONG_AGO + "'");
    }
}
