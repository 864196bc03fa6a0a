package dev.stoa.society.work;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.base.VisibleChannels;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes and finds work within a unit of work. Stateless. */
public final class WorkRows {
    private static final String INSERT = """
            INSERT INTO tasks (seq, task_id, kind, agent_id, channel_id, input, status, priority, offered_to,
                max_attempts, client_key, created_at)
            VALUES (%s, ?, 'work', ?, ?, ?, 'pending', ?, ?, ?, ?, ?)""";

    private static final String REPEATED =
            "SELECT task_id FROM tasks WHERE kind = 'work' AND agent_id = ? AND client_key = ?";

    private WorkRows() {}

    /** Adds work, or finds what was added under its key; new work is looked at after the commit. */
    static Supplier<Added<Task>> add(Tx tx, Ids ids, ResolvedPrincipal me, WorkDraft draft, Instant now) {
        String channel = draft.channel() == null ? null : References.channel(tx, me, draft.channel());
        if (draft.clientKey() != null) {
            Optional<Task> there = tx.one(REPEATED, row -> row.text(1), me.id(), draft.clientKey())
                    .map(id -> TaskTable.get(tx, id));
            if (there.isPresent()) {
                Added<Task> before = Added.of(same(tx, there.get(), draft, channel), false);
                return () -> before;
            }
        }
        String offered = draft.offeredTo() == null ? null : candidate(tx, draft.offeredTo(), channel);
        String id = ids.next();
        SearchIndex.addTold(
                tx,
                now,
                FeedKind.TASK_ADDED,
                SearchSources.task(id, me.id(), channel, draft.input(), null, now, 0),
                INSERT,
                id,
                me.id(),
                channel,
                draft.input(),
                draft.priority(),
                offered,
                draft.maxAttempts(),
                draft.clientKey(),
                now);
        Supplier<Task> added = TaskTable.lastly(tx, id);
        return () -> Added.of(added.get(), true);
    }

    private static Task same(Tx tx, Task there, WorkDraft draft, @Nullable String channel) {
        if (there.input().equals(draft.input())
                && there.priority() == draft.priority()
                && there.maxAttempts() == draft.maxAttempts()
                && Objects.equals(there.channelId(), channel)
                && sameOffer(tx, there, draft)) {
            return there;
        }
        throw new ConflictException(
                "key_reused",
                "key " + draft.clientKey() + " was used for task " + there.shortId() + ", which is another",
                "choose another key");
    }

    /** Until it is claimed an offer stays as it was given, or is withdrawn; what it then was is not known. */
    private static boolean sameOffer(Tx tx, Task there, WorkDraft draft) {
        return there.offeredTo() == null
                || there.attempt() > 0
                || (draft.offeredTo() != null && there.offeredTo().equals(References.agent(tx, draft.offeredTo())));
    }

    /** An agent to whom work in a channel can be offered: live, and able to see it. */
    static String candidate(Tx tx, String ref, @Nullable String channel) {
        Agent agent = AgentTable.get(tx, References.agent(tx, ref));
        if (!agent.isLive()) {
            throw new ConflictException(
                    "archived", "agent " + agent.identity() + " is archived", "offer it to another");
        }
        if (!VisibleChannels.sees(tx, agent.id(), channel)) {
            throw new ConflictException(
                    "conflict",
                    "agent " + agent.identity() + " does not see the channel",
                    "add it to the channel first");
        }
        return agent.id();
    }

    public static void offer(Tx tx, String task, @Nullable String agent) {
        tx.update("UPDATE tasks SET offered_to = ? WHERE task_id = ?", agent, task);
    }

    /**
     * The work that is next for an actor: what is offered to it, then by priority, then the oldest. Two queries, so that
     * each follows an index and neither sorts all that waits. It is looked at later.
     */
    static Supplier<Optional<TaskTransitions.Pending>> next(Tx tx, ResolvedPrincipal me, @Nullable String channel) {
        String where = channel == null ? "" : channel;
        String lock = tx.dialect().pick("", " FOR UPDATE OF t SKIP LOCKED");
        var offered = tx.ask(
                first(tx.dialect(), me, "t.offered_to = ?") + lock, TaskTransitions.Pending::of, me.id(), where, where);
        var open = tx.ask(
                first(tx.dialect(), me, "t.offered_to IS NULL") + lock, TaskTransitions.Pending::of, where, where);
        return () ->
                offered.get().stream().findFirst().or(() -> open.get().stream().findFirst());
    }

    public static String first(Dialect dialect, ResolvedPrincipal me, String condition) {
        return "SELECT " + dialect.brief("t.task_id") + ", " + dialect.brief("t.agent_id") + ", "
                + dialect.brief("t.channel_id") + ", t.lease_token"
                + " FROM tasks t WHERE t.kind = 'work' AND t.status = 'pending' AND " + condition
                + " AND (? = '' OR t.channel_id = ?) AND " + Visibility.task("t", me)
                + " ORDER BY t.priority DESC, t.seq LIMIT 1";
    }
}
