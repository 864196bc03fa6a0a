package dev.stoa.counsel.run;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.ConversationRow;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of queries: how they are found and read. Stateless. */
final class QueryTable {
    private static final int MOST_OPEN = 500;
    static final Duration LONGEST_LEASE = Duration.ofMinutes(5);
    private static final String SELECT = """
            SELECT q.query_id, q.conversation_id, q.session_id, q.question_id, q.answer_id, q.level, q.state, q.field,
                q.distribution, q.panel, q.decided_by, q.debate_id, q.error, q.created_at, q.updated_at
            FROM queries q""";
    private static final String OPEN = SELECT + """
             JOIN conversations c ON c.conversation_id = q.conversation_id
            WHERE q.state IN ('received', 'routed', 'deciding', 'reviewing', 'debating')
                AND q.created_at < ? AND (c.user_id = ? OR ?) ORDER BY q.created_at, q.query_id LIMIT\s""" + MOST_OPEN;

    private QueryTable() {}

    static Optional<Query> find(Tx tx, String id) {
        return tx.one(SELECT + " WHERE q.query_id = ?", QueryTable::query, id);
    }

    static Query get(Tx tx, String id) {
        return find(tx, id).orElseThrow(() -> missing(id));
    }

    /** A query of a user; to another it does not exist. */
    static Query owned(Tx tx, Principal by, String id) {
        Query query = find(tx, Bounds.id("query", id)).orElseThrow(() -> missing(id));
        try {
            ConversationRow.of(tx, by, query.conversationId());
        } catch (NotFoundException e) {
            throw missing(id);
        }
        return query;
    }

    /** Takes the row of a query of this user, so that steps of two processes come one after the other. */
    static Query locked(Tx tx, Principal by, String id, Instant now) {
        Query query = owned(tx, by, id);
        if (!query.state().isOver()) {
            tx.update("UPDATE queries SET updated_at = ? WHERE query_id = ?", now, id);
        }
        return get(tx, id);
    }

    /** The queries of a user that are not over and were asked before a time, the oldest first. */
    static List<Query> open(Tx tx, Principal by, Instant before) {
        return tx.list(OPEN, QueryTable::query, before, CounselContext.user(by), by.operator());
    }

    /** Who works on a query at a time. */
    static Optional<String> holder(Tx tx, Query query, Instant now) {
        return tx.one(
                "SELECT owner FROM queries WHERE query_id = ? AND owner IS NOT NULL AND lease > ? AND lease <= ?",
                row -> row.text(1),
                query.queryId(),
                now,
                now.plus(LONGEST_LEASE));
    }

    /** Lets an owner work on a query until a time, unless another does who is not gone. */
    static boolean hold(Tx tx, String id, String owner, Instant until, @Nullable String gone, Instant now) {
        return tx.update(
                        """
                        UPDATE queries SET owner = ?, lease = ? WHERE query_id = ?
                            AND (owner IS NULL OR owner = ? OR owner = ? OR lease <= ? OR lease > ?)""",
                        owner,
                        until,
                        id,
                        owner,
                        gone == null ? owner : gone,
                        now,
                        // No lease is longer, unless the clock went back.
                        now.plus(LONGEST_LEASE))
                == 1;
    }

    private static NotFoundException missing(String id) {
        return new NotFoundException(
                "not_found", "query " + Bounds.shown(id) + " does not exist", "read the conversation it was asked in");
    }

    private static Query query(Row row) {
        String distribution = row.textOrNull(9);
        return new Query(
                row.text(1),
                row.text(2),
                row.text(3),
                row.text(4),
                row.textOrNull(5),
                Level.of(row.text(6)),
                QueryState.of(row.text(7)),
                row.textOrNull(8),
                distribution == null
                        ? Map.of()
                        : JsonFields.of(Json.object("d", Json.parseObject(distribution)))
                                .reals("d"),
                Panel.read(row.textOrNull(10)),
                row.textOrNull(11),
                row.textOrNull(12),
                row.textOrNull(13),
                row.instant(14),
                row.instant(15));
    }
}
