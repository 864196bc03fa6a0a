package dev.stoa.society.run;

import dev.stoa.json.Json;
import dev.stoa.society.work.Task;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an execution has written so far. Immutable.
 *
 * @param live whether more may come
 */
public record RunLog(Task task, String output, String stderr, boolean live) {
    /**
     * A piece of what an execution writes. Immutable.
     *
     * @param ordinal its number within its stream and attempt, from 0
     */
    public record Chunk(long ordinal, String text) {}

    /**
     * What an execution wrote after a piece that is known. Immutable. There are pieces only while it runs: when it has
     * ended, the task has the whole; a further attempt begins again at 0.
     */
    public record Tail(Task task, List<Chunk> chunks) {
        public Tail {
            chunks = List.copyOf(chunks);
        }
    }

    /**
     * How far an execution has come with what it writes, to see whether there is more. Immutable. Nothing is left of it
     * when the execution has ended, and a further attempt begins again with nothing; the feed tells of both.
     *
     * @param pieces how many pieces there are of both streams
     * @param last how many bytes the last piece of each has, which a longer one may replace
     */
    public record Written(long pieces, long last) {
        static final Written NOTHING = new Written(0, 0);
    }

    static RunLog of(Task task, @Nullable String output, @Nullable String stderr) {
        return new RunLog(
                task,
                output == null ? "" : output,
                stderr == null ? "" : stderr,
                !task.status().isTerminal());
    }

    /** The object that is shown of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "task_id", task.id(),
                "status", task.status().text(),
                "output", output,
                "stderr", stderr,
                "live", live);
    }

    /**
     * The object that is shown of what one stream wrote after what is known of it.
     *
     * @param error whether of the error output
     * @param after how many characters are known; the {@code next} of the object before
     */
    public Map<String, @Nullable Object> document(boolean error, long after) {
        String text = error ? stderr : output;
        int length = text.codePointCount(0, text.length());
        int known = (int) Math.min(after, length);
        return Json.object(
                "task_id",
                task.id(),
                "status",
                task.status().text(),
                "stream",
                error ? "stderr" : "stdout",
                "text",
                text.substring(text.offsetByCodePoints(0, known)),
                "next",
                length,
                "live",
                live);
    }
}
