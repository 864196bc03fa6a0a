package dev.stoa.society.foreign;

import dev.stoa.society.base.FeedKind;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.society.work.TaskKind;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The executions and the work of an import; nothing of it runs. Not thread-safe. */
final class SpaceTasks implements SpaceImporter.Part {
    private static final Set<String> LEDGER = Set.of("open", "in_progress", "done");

    private final SpaceImporter intake;
    private final List<NewTask> tasks = new ArrayList<>();

    private record NewTask(
            SpaceRow row,
            String id,
            TaskKind kind,
            String agent,
            @Nullable String assignee,
            @Nullable String channel,
            String input,
            @Nullable String output,
            @Nullable String stderr,
            TaskStatus status,
            @Nullable Long pid,
            @Nullable Instant started,
            @Nullable Instant completed,
            Instant created,
            @Nullable String error) {}

    SpaceTasks(SpaceImporter intake) {
        this.intake = intake;
    }

    @Override
    public void decide() {
        boolean none = intake.isEmpty("tasks");
        intake.rows("tasks").forEach(row -> decide(row, none));
    }

    private void decide(SpaceRow row, boolean none) {
        String id = row.word("task_id", "id");
        String status = Optional.ofNullable(row.word("status"))
                .orElse("pending")
                .strip()
                .toLowerCase(Locale.ROOT);
        boolean work = !row.has("input") || LEDGER.contains(status);
        String author = row.word("creator_id", "created_by", "agent_id");
        String agent = intake.people().agent(author);
        if (agent == null) {
            intake.tally().broken(row, id, "its agent " + author + " is not there");
            return;
        }
        String input = Objects.requireNonNullElse(row.text("input", "content", "title"), "");
        String output = row.text("output", "result");
        List<@Nullable String> content = Arrays.asList(agent, input, output);
        if (!intake.tally().isNew(row, "task", id, content, key -> none ? Optional.empty() : stored(key, output))
                || id == null) {
            return;
        }
        Instant created = intake.time(row, id, "created_at", "started_at", "completed_at");
        String channel = intake.people().channelOrNone(row, id, "channel_id");
        tasks.add(
                work ? work(row, id, agent, channel, status, created) : run(row, id, agent, channel, status, created));
        intake.tell(created, FeedKind.TASK_ADDED, agent, channel, id);
    }

    /** What was cut to save space, and work that was done since, counts as what it was. */
    private Optional<List<@Nullable String>> stored(String id, @Nullable String output) {
        return intake.tx()
                .one(
                        "SELECT agent_id, input, output, pruned_at, kind FROM tasks WHERE task_id = ?",
                        row -> Arrays.asList(
                                row.text(1),
                                row.text(2),
                                row.textOrNull(4) != null || row.text(5).equals(TaskKind.WORK.text())
                                        ? output
                                        : row.textOrNull(3)),
                        id);
    }

    private NewTask run(SpaceRow row, String id, String agent, @Nullable String channel, String word, Instant created) {
        boolean open = Set.of("pending", "running").contains(word);
        TaskStatus status = open ? TaskStatus.KILLED : ended(row, id, word);
        if (open) {
            intake.tally().remark(SpaceImportReport.Remark.EXECUTIONS_KILLED, row.shown(id) + ": was " + word);
        }
        Instant started = intake.timeOrNull(row, id, "started_at");
        Instant completed = intake.timeOrNull(row, id, "completed_at");
        return new NewTask(
                row,
                id,
                TaskKind.RUN,
                agent,
                null,
                channel,
                Objects.requireNonNullElse(row.text("input"), ""),
                row.text("output", "result"),
                row.text("stderr"),
                status,
                row.number("pid"),
                started,
                completed != null ? completed : started != null ? started : created,
                created,
                open ? "imported" : null);
    }

    private NewTask work(
            SpaceRow row, String id, String agent, @Nullable String channel, String word, Instant created) {
        boolean open = Set.of("open", "in_progress", "pending", "running", "todo", "blocked", "claimed")
                .contains(word);
        TaskStatus status = open ? TaskStatus.PENDING : ended(row, id, word);
        Instant started = open ? null : intake.timeOrNull(row, id, "started_at");
        Instant completed = open ? null : intake.timeOrNull(row, id, "completed_at");
        boolean ledger = row.word("creator_id", "created_by") != null;
        return new NewTask(
                row,
                id,
                TaskKind.WORK,
                agent,
                open ? null : intake.people().agent(row.word("assignee_id", ledger ? "agent_id" : "assignee_id")),
                channel,
                Objects.requireNonNullElse(row.text("input", "content", "title"), ""),
                row.text("output", "result"),
                row.text("stderr"),
                status,
                null,
                started,
                open ? null : completed != null ? completed : started != null ? started : created,
                created,
                null);
    }

    /** The end that a word means; one that is not known is a failure, and reported. */
    private TaskStatus ended(SpaceRow row, String id, String word) {
        return switch (word) {
            case "completed", "complete", "done", "success" -> TaskStatus.COMPLETED;
            case "failed", "error" -> TaskStatus.FAILED;
            case "timeout" -> TaskStatus.TIMEOUT;
            case "killed", "cancelled", "canceled", "stopped" -> TaskStatus.KILLED;
            default -> {
                intake.tally()
                        .remark(
                                SpaceImportReport.Remark.FILLED_IN,
                                row.shown(id) + ": status " + word + " is now failed");
                yield TaskStatus.FAILED;
            }
        };
    }

    @Override
    public void write() {
        Tx tx = intake.tx();
        for (NewTask task : tasks) {
            long seq = intake.seq(FeedKind.TASK_ADDED, task.id());
            Instant created = task.created();
            tx.update(
                    """
                    INSERT INTO tasks (task_id, seq, kind, agent_id, assignee_id, channel_id, input, output, stderr,
                        status, pid, started_at, completed_at, created_at, error, max_attempts)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                    task.id(),
                    seq,
                    task.kind().text(),
                    task.agent(),
                    task.assignee(),
                    task.channel(),
                    task.input(),
                    task.output(),
                    task.stderr(),
                    task.status().text(),
                    task.pid(),
                    SpaceImporter.stored(task.started()),
                    SpaceImporter.stored(task.completed()),
                    SpaceImporter.stored(created),
                    task.error(),
                    task.kind() == TaskKind.WORK ? WorkDraft.ATTEMPTS : 1);
            Instant at = task.completed() == null ? created : task.completed();
            SearchIndex.add(
                    tx,
                    SearchSources.task(
                            task.id(),
                            task.agent(),
                            task.channel(),
                            task.input(),
                            task.output(),
                            Objects.requireNonNull(SpaceImporter.stored(at)),
                            seq));
            intake.tally().written(task.row());
        }
    }
}
