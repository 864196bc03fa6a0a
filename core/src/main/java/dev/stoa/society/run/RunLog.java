package dev.stoa.society.run;

import dev.stoa.society.work.Task;
import org.jspecify.annotations.Nullable;

/**
 * What an execution has written so far. Immutable.
 *
 * @param live whether more may come
 */
public record RunLog(Task task, String output, String stderr, boolean live) {
    static RunLog of(Task task, @Nullable String output, @Nullable String stderr) {
        return new RunLog(
                task,
                output == null ? "" : output,
                stderr == null ? "" : stderr,
                !task.status().isTerminal());
    }
}
