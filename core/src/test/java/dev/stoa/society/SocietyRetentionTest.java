package dev.stoa.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Dialect.class)
@SuppressWarnings("NullAway.Init") // set before each test
class SocietyRetentionTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Town town;

    @BeforeEach
    void open() throws IOException {
        town = Settled.on(dialect, folder);
    }

    @AfterEach
    void close() {
        town.close();
    }

    private static final List<String> KEPT =
            List.of("messages", "memories", "knowledge", "sessions", "tasks", "mentions", "bookmarks");

    private List<String> counts() {
        return KEPT.stream()
                .map(table -> table + " " + town.value("SELECT count(*) FROM " + table))
                .toList();
    }

    @Test
    void whatLongEndedExecutionsWroteIsCutAndFoundByWhatIsLeft() {
        // Beside characters of four bytes, which count as one.
        String said = "\uD83E\uDD89".repeat(1_999) + "x needle " + "y".repeat(5_000);
        String complaint = "first" + "z".repeat(3_000) + "last";
        Run run = town.runs().start(Town.HUMAN, RunRequest.of("di", "p".repeat(2_500)));
        ExecutionQueue queue = town.executions();
        String id = town.runs().execution(Town.HUMAN, run.id()).id();
        Execution execution =
                queue.claim(id, "here/1/1", Duration.ofMinutes(1), Plans.PLAIN).orElseThrow();
        queue.finish(execution, Execution.Outcome.completed(said, false).of(0, said, complaint, false));
        List<String> before = counts();
        int feed = town.feed().size();
        String work = town.value("SELECT count(*) FROM tasks WHERE kind = 'work' AND length(output) > 0");

        Retention retention = town.retention();
        town.clock().advance(Duration.ofDays(90));
        assertThat(retention.cutOutputs(90, true)).isEqualTo(new Retention.Cut(1, 1, 1, 0));
        assertThat(retention.cutOutputs(90, false).executions()).isEqualTo(1);
        assertThat(town.value("SELECT count(*) FROM tasks WHERE pruned_at IS NOT NULL"))
                .isEqualTo("1");

        town.clock().advance(Duration.ofSeconds(10));
        Retention.Cut due = new Retention.Cut(1, 1, 1, 1);
        assertThat(retention.cutOutputs(90, true)).isEqualTo(due);
        assertThat(town.context()
                        .search(Town.HUMAN, ContextQuery.of("needle").in(ContextQuery.Scope.TASKS))
                        .items())
                .hasSize(1);
        assertThat(retention.cutOutputs(90, false)).isEqualTo(due);
        assertThat(retention.cutOutputs(90, false)).isEqualTo(Retention.Cut.NOTHING);

        String of = " FROM tasks WHERE task_id = '" + id + "'";
        assertThat(town.value("SELECT output" + of)).isEqualTo("\uD83E\uDD89".repeat(1_999) + "x");
        assertThat(town.value("SELECT stderr" + of)).isEqualTo("z".repeat(1_996) + "last");
        assertThat(town.value("SELECT prompt" + of)).isEqualTo("p".repeat(2_000));
        assertThat(town.value("SELECT input" + of)).isEqualTo("p".repeat(2_500));
        assertThat(town.context()
                        .search(Town.HUMAN, ContextQuery.of("needle").in(ContextQuery.Scope.TASKS))
                        .items())
                .isEmpty();
        assertThat(town.value("SELECT count(*) FROM tasks WHERE kind = 'work' AND length(output) > 0"))
                .isEqualTo(work);
        assertThat(counts()).isEqualTo(before);
        assertThat(town.feed()).hasSize(feed);
        assertThat(town.violations()).isEmpty();
        assertThatThrownBy(() -> retention.cutOutputs(0, true)).isInstanceOf(InvalidException.class);
    }

    @Test
    void workIsNeverCutAndNeitherIsWhatStillRuns() {
        town.archive()
                .write(tx -> tx.update("UPDATE tasks SET output = ?, prompt = ?", Settled.OUTPUT, Settled.OUTPUT));
        town.archive().write(tx -> {
            SearchIndex.rebuild(tx);
            return true;
        });
        town.clock().advance(Duration.ofDays(400));
        assertThat(town.retention().cutOutputs(365, false).executions()).isPositive();
        assertThat(town.values("SELECT DISTINCT kind || ' ' || status FROM tasks WHERE length(output) > 2000"))
                .containsExactlyInAnyOrder(
                        "run pending",
                        "run running",
                        "work pending",
                        "work running",
                        "work completed",
                        "work failed",
                        "work killed");
        assertThat(town.violations()).isEmpty();
    }

    @Test
    void changesAreForgottenByAgeAndByNumber() {
        Retention retention = town.retention();
        int all = town.feed().size();
        assertThat(retention.forgetFeed(false)).isZero();
        assertThat(retention.forgetFeed(Duration.ofDays(7), 10, true)).isEqualTo(all - 10);
        assertThat(town.feed()).hasSize(all);
        List<String> newest = town.feed().subList(all - 10, all);
        assertThat(retention.forgetFeed(Duration.ofDays(7), 10, false)).isEqualTo(all - 10);
        assertThat(town.feed()).hasSize(11).endsWith(newest.toArray(String[]::new));
        assertThat(retention.forgetFeed(Duration.ofDays(7), 10, false)).isZero();

        town.clock().advance(Duration.ofDays(8));
        town.notes().add(Settled.ANA, NoteDraft.of("young"));
        assertThat(retention.forgetFeed(true)).isEqualTo(10);
        assertThat(retention.forgetFeed(false)).isEqualTo(10);
        assertThat(town.feed()).containsExactly("feed.pruned", "note.added");
        town.clock().advance(Duration.ofDays(8));
        assertThat(retention.forgetFeed(false)).isEqualTo(1);
        assertThat(retention.forgetFeed(false)).isZero();
        assertThat(town.feed()).containsExactly("feed.pruned");
        assertThat(town.violations()).isEmpty();
    }
}
