package dev.stoa.society.run;

import dev.stoa.base.Excerpt;
import dev.stoa.society.channel.HandoffText;
import dev.stoa.society.channel.Mentions;
import dev.stoa.society.channel.MessageTable;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.TaskTable;
import dev.stoa.society.work.TaskTransitions;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Takes the text of a deleted message out of the executions and the work it led to. Stateless. */
public final class ExecutionErasure {
    /** Why an execution ended whose message was deleted before it began. */
    public static final String REASON = "its message was deleted";

    // The same code of a line end as in prompts, where each line of a message stands behind a bar.
    private static final Pattern LINE_END = Pattern.compile("\\R|[\\u000B\\u000C\\u001C-\\u001E\\u0085\\u2028\\u2029]");

    // How a message begins in a prompt; its own lines stand behind bars.
    private static final Pattern NUMBER = Pattern.compile("^\\[\\d+] ", Pattern.MULTILINE);

    private static final int LOOKED_FOR = 200;

    private static final String LED = """
            SELECT task_id FROM tasks t
            WHERE t.channel_id = ? AND t.kind = 'run' AND t.trigger_message_id IS NOT NULL AND t.trigger_message_id = ?""";

    // The message that is deleted is no longer among them.
    private static final String NEXT = """
            SELECT m.message_id, m.content FROM mentions x JOIN messages m ON m.message_id = x.message_id
            WHERE x.task_id = ? AND m.deleted_at IS NULL ORDER BY x.seq LIMIT 1""";

    private record Successor(String message, String content) {}

    private ExecutionErasure() {}

    /**
     * Stops and blanks what a message led to, once its own row is blank. Returns the tasks that have read it, whose
     * answers may repeat it.
     */
    public static List<String> messageDeleted(
            Tx tx, Mentions mentions, String channel, String message, long seq, String content, Instant now) {
        List<String> readers = new ArrayList<>(tx.list("""
                SELECT DISTINCT t.task_id FROM mentions x JOIN tasks t ON t.task_id = x.task_id
                WHERE x.message_id = ? AND t.started_at IS NOT NULL ORDER BY 1""", row -> row.text(1), message));
        List<String> led = tx.list(LED, row -> row.text(1), channel, message);
        tx.update("""
                UPDATE mentions SET state = 'skipped', reason = 'deleted', task_id = NULL
                WHERE message_id = ? AND (state = 'waiting' OR task_id IN (
                    SELECT task_id FROM tasks WHERE status = 'pending'))""", message);
        for (String id : led) {
            Task task = TaskTable.get(tx, id);
            if (task.status() == TaskStatus.PENDING) {
                giveOnOrEnd(tx, mentions, task, now);
            } else {
                input(tx, id, MessageTable.DELETED);
            }
        }
        for (String id : tx.list("SELECT task_id FROM tasks WHERE reply_message_id = ?", row -> row.text(1), message)) {
            // The answer of an execution is its output too.
            tx.update("UPDATE tasks SET output = ? WHERE task_id = ? AND output IS NOT NULL", MessageTable.DELETED, id);
            TaskTransitions.index(tx, TaskTable.get(tx, id));
        }
        Optional<String> line = longestLine(content);
        line.ifPresent(text -> readers.addAll(prompts(tx, channel, seq, text)));
        readers.addAll(handedOff(tx, content, now));
        List<String> all = readers.stream().distinct().toList();
        line.ifPresent(text -> all.forEach(id -> printed(tx, id, text)));
        return all;
    }

    /** An execution that waits for several messages is left with the others; for none it has nothing to do. */
    private static void giveOnOrEnd(Tx tx, Mentions mentions, Task task, Instant now) {
        Optional<Successor> next = tx.one(NEXT, row -> new Successor(row.text(1), row.text(2)), task.id());
        if (next.isPresent()) {
            tx.update(
                    "UPDATE tasks SET trigger_message_id = ? WHERE task_id = ?",
                    next.get().message(),
                    task.id());
            input(tx, task.id(), next.get().content());
            return;
        }
        input(tx, task.id(), MessageTable.DELETED);
        TaskTransitions.end(tx, task, TaskStatus.KILLED, null, REASON, now);
        if (task.sessionId() != null) {
            Run run = RunTable.get(tx, task.sessionId());
            if (run.channelId() == null
                    || mentions.resume(tx, run.agentId(), run.channelId(), now).isEmpty()) {
                RunTransitions.rest(tx, run, now);
            }
        }
    }

    private static void input(Tx tx, String task, String text) {
        tx.update("UPDATE tasks SET input = ? WHERE task_id = ?", text, task);
        TaskTransitions.index(tx, TaskTable.get(tx, task));
    }

    /** What the message is found by where it is quoted; empty if it has no words. */
    private static Optional<String> longestLine(String content) {
        return LINE_END.splitAsStream(content)
                .max(Comparator.comparingInt(String::length))
                .filter(line -> !line.isBlank())
                .map(line -> Excerpt.of(line, LOOKED_FOR));
    }

    /**
     * Takes the words out of the stored prompts that quote the message; the ids of their executions. The numbers of the
     * messages stay, so that an execution is known to have read the others too.
     */
    private static List<String> prompts(Tx tx, String channel, long seq, String line) {
        record Quoting(String task, String prompt) {}
        String place = place(tx, "prompt");
        List<Quoting> quoting = tx.list(
                "SELECT task_id, prompt FROM tasks WHERE channel_id = ? AND prompt IS NOT NULL AND " + place
                        + " > 0 AND (" + place + " > 0 OR " + place + " = 1)",
                row -> new Quoting(row.text(1), row.text(2)),
                channel,
                "[" + seq + "] ",
                "| " + line,
                MessageTable.DELETED + "\n");
        for (Quoting one : quoting) {
            String numbers = NUMBER.matcher(one.prompt())
                    .results()
                    .map(number -> number.group() + "\n")
                    .collect(Collectors.joining("", MessageTable.DELETED + "\n", ""));
            tx.update("UPDATE tasks SET prompt = ? WHERE task_id = ?", numbers, one.task());
        }
        return quoting.stream().map(Quoting::task).toList();
    }

    /** Blanks what a program printed and nobody posted, where it is the message word for word: an echo of its prompt. */
    private static void printed(Tx tx, String task, String line) {
        for (String column : List.of("stderr", "error")) {
            tx.update(
                    "UPDATE tasks SET " + column + " = ? WHERE task_id = ? AND " + place(tx, column) + " > 0",
                    MessageTable.DELETED,
                    task,
                    line);
        }
        if (tx.update(
                        "UPDATE tasks SET output = ? WHERE task_id = ? AND reply_message_id IS NULL AND "
                                + place(tx, "output") + " > 0",
                        MessageTable.DELETED,
                        task,
                        line)
                > 0) {
            TaskTransitions.index(tx, TaskTable.get(tx, task));
        }
    }

    private static String place(Tx tx, String column) {
        return tx.dialect().pick("instr(" + column + ", ?)", "strpos(" + column + ", ?)");
    }

    /** The work that a handoff offered holds its words; the ids of what was begun. */
    private static List<String> handedOff(Tx tx, String content, Instant now) {
        Optional<HandoffText> handoff = HandoffText.parse(content);
        if (handoff.isEmpty()) {
            return List.of();
        }
        List<String> begun = new ArrayList<>();
        String tail = tx.dialect().pick("substr(task_id, -8)", "right(task_id, 8)");
        for (String id : tx.list(
                "SELECT task_id FROM tasks WHERE kind = 'work' AND " + tail + " = ? AND input = ?",
                row -> row.text(1),
                handoff.get().task(),
                handoff.get().summary())) {
            input(tx, id, MessageTable.DELETED);
            Task task = TaskTable.get(tx, id);
            if (task.status() == TaskStatus.PENDING) {
                TaskTransitions.end(tx, task, TaskStatus.KILLED, null, REASON, now);
            } else {
                begun.add(id);
            }
        }
        return begun;
    }
}
