package dev.stoa.cli.society;

import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.text.Plural;
import dev.stoa.society.run.Run;
import dev.stoa.society.work.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs for people. Stateless. */
final class RunText {
    private RunText() {}

    static List<String> lines(List<Run> runs, @Nullable String next) {
        Columns columns = new Columns();
        for (Run run : runs) {
            columns.row(
                    run.shortId(),
                    run.identity(),
                    run.state().text(),
                    run.channel() == null ? "-" : "#" + run.channel(),
                    Times.show(run.startedAt()),
                    run.endReason() == null ? "" : run.endReason());
        }
        List<String> lines = new ArrayList<>(runs.isEmpty() ? List.of("no runs") : columns.lines());
        if (next != null) {
            lines.add("more with --cursor " + next);
        }
        return lines;
    }

    static List<String> details(Run run, Task task, List<Task> executions) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "run " + run.id() + " of " + run.identity() + ": " + run.state().text()
                        + (run.endReason() == null ? "" : " (" + run.endReason() + ")") + ", life " + run.spawnNumber()
                        + ", woken " + Plural.of(run.wakes(), "time"));
        lines.add("  model " + run.model() + (run.channel() == null ? "" : ", channel #" + run.channel()));
        lines.addAll(TaskText.details(task));
        if (executions.size() > 1) {
            Columns columns = new Columns();
            for (Task each : executions) {
                columns.row(
                        each.shortId(),
                        each.status().text(),
                        "attempt " + each.attempt(),
                        Times.show(each.createdAt()),
                        each.exitCode() == null ? "" : "exit " + each.exitCode());
            }
            lines.add("executions, the newest first:");
            lines.addAll(columns.lines());
        }
        return lines;
    }
}
