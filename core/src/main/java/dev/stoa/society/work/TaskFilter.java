package dev.stoa.society.work;

import org.jspecify.annotations.Nullable;

/**
 * Which tasks a list shows. Immutable.
 *
 * @param status only those; null for the pending and running ones
 * @param all whether those that have ended are shown too
 */
public record TaskFilter(
        TaskKind kind,
        @Nullable TaskStatus status,
        boolean all,
        @Nullable String assignee,
        @Nullable String channel) {
    /** The work that is still to be done. */
    public static TaskFilter open() {
        return new TaskFilter(TaskKind.WORK, null, false, null, null);
    }

    /** The same for a kind. */
    public TaskFilter kind(TaskKind wanted) {
        return new TaskFilter(wanted, status, all, assignee, channel);
    }

    /** The same, only with a status. */
    public TaskFilter status(@Nullable TaskStatus wanted) {
        return new TaskFilter(kind, wanted, all, assignee, channel);
    }

    /** The same, with those that have ended. */
    public TaskFilter all(boolean ended) {
        return new TaskFilter(kind, status, ended, assignee, channel);
    }

    /** The same, only of an agent. */
    public TaskFilter assignee(@Nullable String agent) {
        return new TaskFilter(kind, status, all, agent, channel);
    }

    /** The same, only of a channel. */
    public TaskFilter in(@Nullable String where) {
        return new TaskFilter(kind, status, all, assignee, where);
    }
}
