package dev.stoa.society.message;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.RowKind;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.society.work.WorkOffer;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the work that a handoff offers. Stateless. */
public final class HandoffRows {
    private static final Set<String> ENDED = Set.of("completed", "failed", "timeout", "killed");
    private static final int ATTEMPTS = 3;

    private static final String INSERT = """
            INSERT INTO tasks (task_id, agent_id, channel_id, input, created_at, seq, kind, offered_to, max_attempts)
            VALUES (?, ?, ?, ?, ?, ?, 'work', ?, ?)""";

    private static final String PASS_ON = """
            UPDATE tasks SET status = 'pending', offered_to = ?, started_at = NULL, pid = NULL, assignee_id = NULL,
                lease_holder = NULL, lease_expires_at = NULL
            WHERE task_id = ? AND status = 'running' AND lease_token = ?""";

    public static final String OFFERS =
            WorkOffer.SELECT + "WHERE t.kind = 'work' AND t.status = 'pending' AND t.offered_to = ? AND ";

    public static final String ORDER = " ORDER BY t.priority DESC, t.seq";

    private HandoffRows() {}

    /** New work, offered to somebody; its id. */
    static String offer(Tx tx, Ids ids, ResolvedPrincipal me, String channel, String input, String to, Instant now) {
        String id = ids.next();
        long seq = Feed.tell(tx, now, FeedKind.TASK_ADDED, me.id(), channel, id);
        tx.update(INSERT, id, me.id(), channel, input, now, seq, to, ATTEMPTS);
        SearchIndex.add(tx, SearchSources.task(id, me.id(), channel, input, null, now, seq));
        return id;
    }

    private record Held(
            String kind,
            String status,
            long token,
            @Nullable String assignee,
            @Nullable Instant expires,
            @Nullable String channel) {}

    /** Gives work that the actor holds to somebody who sees it; its id. */
    static String passOn(
            Tx tx, ResolvedPrincipal me, String ref, @Nullable Long token, ResolvedPrincipal to, Instant now) {
        String id = References.row(tx, RowKind.TASK, me, ref);
        Held held = tx.one(
                        "SELECT kind, status, lease_token, assignee_id, lease_expires_at, channel_id FROM tasks"
                                + " WHERE task_id = ?",
                        row -> new Held(
                                row.text(1),
                                row.text(2),
                                row.number(3),
                                row.textOrNull(4),
                                row.instantOrNull(5),
                                row.textOrNull(6)),
                        id)
                .orElseThrow();
        check(held, id, me, token, now);
        if (tx.one(
                        "SELECT 1 FROM tasks t WHERE t.task_id = ? AND " + Visibility.task("t", to),
                        row -> row.number(1),
                        id)
                .isEmpty()) {
            throw new ConflictException(
                    "conflict", "agent " + to.identity() + " does not see task " + id, "hand over what it sees");
        }
        tx.update(PASS_ON, to.id(), id, held.token());
        Feed.tell(tx, now, FeedKind.TASK_RELEASED, me.id(), held.channel(), id);
        return id;
    }

    private static void check(Held held, String id, ResolvedPrincipal me, @Nullable Long token, Instant now) {
        if (!held.kind().equals("work")) {
            throw new ConflictException(
                    "conflict", "task " + id + " is an execution, which cannot be handed over", "hand over work");
        }
        if (token != null && token != held.token()) {
            throw lost(id, "token " + token);
        }
        if (ENDED.contains(held.status())) {
            throw new ConflictException(
                    "finished", "task " + id + " has ended as " + held.status(), "hand over new work");
        }
        if (!held.status().equals("running")) {
            throw lost(id, token == null ? "any lease" : "token " + token);
        }
        if (!me.id().equals(held.assignee())) {
            throw new ForbiddenException(
                    "forbidden", "task " + id + " is held by another, who alone may hand it over", null);
        }
        if (token == null && held.expires() != null && !held.expires().isAfter(now)) {
            throw lost(id, "a lease that is not over");
        }
    }

    private static ConflictException lost(String id, String how) {
        return new ConflictException(
                "lease_lost", "task " + id + " is not held under " + how, "claim it again, or give its newest token");
    }

    /** The work that is offered to an agent, in the order in which it would claim it. */
    static List<WorkOffer> offers(Tx tx, ResolvedPrincipal me) {
        return tx.list(OFFERS + Visibility.task("t", me) + ORDER, WorkOffer::of, me.id());
    }
}
