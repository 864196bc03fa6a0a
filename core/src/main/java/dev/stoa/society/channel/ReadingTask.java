package dev.stoa.society.channel;

import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Tx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task that has read a message which was deleted since, and left words of its own that may repeat it. Immutable.
 *
 * @param answer the message that is its posted answer; null if there is none, or that is deleted too
 * @param run the run in which it goes on; null once it has ended
 */
public record ReadingTask(
        String id, @Nullable String answer, @Nullable String run) {
    private static final String LEFT = """
            SELECT t.task_id, m.message_id, CASE WHEN t.status = 'running' THEN t.session_id END
            FROM tasks t LEFT JOIN messages m ON m.message_id = t.reply_message_id AND m.deleted_at IS NULL
            WHERE t.task_id = ? AND (t.status = 'running' OR m.message_id IS NOT NULL
                OR COALESCE(t.output, '') NOT IN ('', ?) OR COALESCE(t.stderr, '') NOT IN ('', ?)) AND\s""";

    /** The task, if the reader sees it and it has left words, or still may. */
    public static Optional<ReadingTask> of(Tx tx, ResolvedPrincipal me, String task) {
        return tx.one(
                LEFT + Visibility.task("t", me),
                row -> new ReadingTask(row.text(1), row.textOrNull(2), row.textOrNull(3)),
                task,
                MessageTable.DELETED,
                MessageTable.DELETED);
    }
}
