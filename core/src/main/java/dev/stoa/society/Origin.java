package dev.stoa.society;

import dev.stoa.base.Bounds;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The execution on whose behalf a message is posted. Immutable.
 *
 * @param rootMessageId the message that set it off; null if it was started by hand
 */
record Origin(String taskId, int depth, @Nullable String rootMessageId) {
    static final String NEWEST_RUNNING = """
            SELECT task_id, depth, root_message_id FROM tasks
            WHERE kind = 'run' AND status = 'running' AND agent_id = ? ORDER BY seq DESC LIMIT 1""";

    private static Origin of(Row row) {
        return new Origin(row.text(1), row.integer(2), row.textOrNull(3));
    }

    static Optional<Origin> of(Tx tx, @Nullable String task) {
        return task == null
                ? Optional.empty()
                : tx.one("SELECT task_id, depth, root_message_id FROM tasks WHERE task_id = ?", Origin::of, task);
    }

    /** The execution that the author names, or else the newest one that runs. */
    static Optional<Origin> find(Tx tx, Me author, @Nullable String given) {
        if (given != null) {
            String id = Refs.execution(tx, author, given);
            return Optional.of(tx.one(
                            "SELECT task_id, depth, root_message_id FROM tasks"
                                    + " WHERE task_id = ? AND status <> 'pending'",
                            Origin::of,
                            id)
                    .orElseThrow(() -> Bounds.invalid(
                            "task " + id + " is an execution of " + author.identity() + " that does not run yet",
                            "give one that is, or none")));
        }
        // People are never executed, so nothing need be looked for.
        return author.kind() == AgentKind.AGENT ? tx.one(NEWEST_RUNNING, Origin::of, author.id()) : Optional.empty();
    }

    /** Where an execution comes from that a message of this one asks for. */
    static Executions.Lineage lineage(@Nullable Origin origin, String messageId) {
        return origin == null
                ? new Executions.Lineage(null, messageId, 0, messageId)
                : new Executions.Lineage(
                        origin.taskId(),
                        origin.rootMessageId() == null ? messageId : origin.rootMessageId(),
                        origin.depth() + 1,
                        messageId);
    }
}
