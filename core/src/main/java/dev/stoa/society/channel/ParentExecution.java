package dev.stoa.society.channel;

import dev.stoa.base.Bounds;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The execution on whose behalf a message is posted. Immutable.
 *
 * @param rootMessageId the message that set it off; null if it was started by hand
 */
public record ParentExecution(
        String taskId, int depth, @Nullable String rootMessageId) {
    static String newestRunning(Dialect dialect) {
        return "SELECT " + dialect.brief("task_id") + ", depth, " + dialect.brief("root_message_id")
                + " FROM tasks WHERE kind = 'run' AND status = 'running' AND agent_id = ? ORDER BY seq DESC LIMIT 1";
    }

    private static ParentExecution of(Row row) {
        return new ParentExecution(row.text(1), row.integer(2), row.textOrNull(3));
    }

    public static Optional<ParentExecution> of(Tx tx, @Nullable String task) {
        return task == null
                ? Optional.empty()
                : tx.one(
                        "SELECT task_id, depth, root_message_id FROM tasks WHERE task_id = ?",
                        ParentExecution::of,
                        task);
    }

    /** The execution that the author names, or else the newest one that runs. */
    public static Optional<ParentExecution> find(Tx tx, ResolvedPrincipal author, @Nullable String given) {
        return ask(tx, author, given).get();
    }

    /** The same, to be looked at later; it is refused only then. */
    public static Supplier<Optional<ParentExecution>> ask(Tx tx, ResolvedPrincipal author, @Nullable String given) {
        // Inside an execution no other can be named, and none left out: the depth of its chain stays.
        String named = author.task() == null ? given : author.task();
        if (named != null) {
            return () -> Optional.of(named(tx, author, named));
        }
        // People are never executed, so nothing need be looked for.
        if (author.kind() != AgentKind.AGENT) {
            return Optional::empty;
        }
        Supplier<List<ParentExecution>> newest = tx.ask(newestRunning(tx.dialect()), ParentExecution::of, author.id());
        return () -> newest.get().stream().findFirst();
    }

    private static ParentExecution named(Tx tx, ResolvedPrincipal author, String task) {
        String id = References.execution(tx, author, task);
        return tx.one(
                        "SELECT task_id, depth, root_message_id FROM tasks WHERE task_id = ? AND status <> 'pending'",
                        ParentExecution::of,
                        id)
                .orElseThrow(() -> Bounds.invalid(
                        "task " + id + " is an execution of " + author.identity() + " that does not run yet",
                        "give one that is, or none"));
    }

    /** The origin of an execution that a message of this one requests. */
    static ExecutionStarter.Lineage lineage(@Nullable ParentExecution origin, String messageId) {
        return origin == null
                ? new ExecutionStarter.Lineage(null, messageId, 0, messageId)
                : new ExecutionStarter.Lineage(
                        origin.taskId(),
                        origin.rootMessageId() == null ? messageId : origin.rootMessageId(),
                        origin.depth() + 1,
                        messageId);
    }
}
