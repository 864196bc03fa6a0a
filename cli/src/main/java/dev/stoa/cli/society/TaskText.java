package dev.stoa.cli.society;

import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.society.work.Task;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tasks for people. Stateless. */
final class TaskText {
    private static final int INPUT = 60;

    private TaskText() {}

    /** A task with what an operation came to. */
    static Map<String, @Nullable Object> document(Task task, String field, Object value) {
        return Documents.with(task.document(), field, value);
    }

    static List<String> lines(List<Task> tasks, @Nullable String next) {
        Columns columns = new Columns();
        for (Task task : tasks) {
            columns.row(
                    task.shortId(),
                    task.status().text(),
                    "p" + task.priority(),
                    who(task),
                    Screen.cut(task.input(), INPUT));
        }
        List<String> lines = new ArrayList<>(tasks.isEmpty() ? List.of("no tasks") : columns.lines());
        if (next != null) {
            lines.add("more with --cursor " + next);
        }
        return lines;
    }

    private static String who(Task task) {
        if (task.assignee() != null) {
            return task.assignee();
        }
        return task.offeredName() == null ? "-" : "for " + task.offeredName();
    }

    static List<String> details(Task task) {
        List<String> lines = new ArrayList<>();
        lines.add("task " + task.id() + " (" + task.kind().text() + ") of " + task.identity() + ": "
                + task.status().text() + ", attempt " + task.attempt() + " of " + task.maxAttempts());
        add(lines, "held by", task.leaseHolder());
        add(lines, "until", time(task.leaseExpiresAt()));
        add(lines, "offered to", task.offeredName());
        add(lines, "channel", task.channel());
        add(lines, "ended", time(task.completedAt()));
        add(lines, "error", task.error());
        lines.add("| " + Screen.cut(task.input(), 1_000));
        if (task.output() != null && !task.output().isBlank()) {
            lines.add("");
            lines.addAll(TerminalText.quoted("| ", task.output()));
        }
        return lines;
    }

    private static void add(List<String> lines, String name, @Nullable String value) {
        if (value != null) {
            lines.add("  " + name + " " + Screen.clean(value));
        }
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : Times.show(instant);
    }
}
