package dev.stoa.society.base;

import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one sequence of everything that happens in the society. Stateless. The order of its numbers is the order of
 * commits: units that tell of a change have the archive for themselves, or tell it last.
 */
public final class Feed {
    private static final String INSERT =
            "INSERT INTO feed (at, kind, agent_id, channel_id, ref_id) VALUES (?, ?, ?, ?, ?)";

    private static final String NUMBERED = INSERT + " RETURNING feed_seq";

    // On PostgreSQL, where a unit may have a scope.
    private static final String POSTED = """
            WITH told AS (INSERT INTO feed (at, kind, agent_id, channel_id, ref_id) VALUES (?, ?, ?, ?, ?)
                RETURNING feed_seq)
            UPDATE channels SET activity_seq = (SELECT feed_seq FROM told) WHERE channel_id = ?""";

    // The row itself and the number of its words come with what is told of it.
    private static final String NEW = """
            WITH told AS (INSERT INTO feed (at, kind, agent_id, channel_id, ref_id) VALUES (?, ?, ?, ?, ?)
                RETURNING feed_seq),
            found AS (UPDATE search_docs SET seq = (SELECT feed_seq FROM told) WHERE kind = ? AND ref_id = ?)
            """;

    private Feed() {}

    /** Tells of a change; the number is the sequence of the row that changed, if it is new. */
    public static long tell(
            Tx tx, Instant at, FeedKind kind, @Nullable String agent, @Nullable String channel, String ref) {
        return tx.one(NUMBERED, row -> row.number(1), at, kind.text(), agent, channel, ref)
                .orElseThrow();
    }

    /** Tells of a change to a row that is there already, so that the number is not needed; by the end of the unit. */
    public static void note(
            Tx tx, Instant at, FeedKind kind, @Nullable String agent, @Nullable String channel, String ref) {
        tx.last(INSERT, at, kind.text(), agent, channel, ref);
    }

    /**
     * Stores a row at the end of the transaction, numbered by what is told of it, on PostgreSQL. The number is looked at
     * after the commit.
     *
     * @param words the kind of its words, which are in the index already
     * @param insert the statement that stores it, with {@code %s} in the place of the number
     */
    public static LongSupplier tellOfNew(
            Tx tx,
            Instant at,
            FeedKind kind,
            @Nullable String agent,
            @Nullable String channel,
            String ref,
            String words,
            String insert,
            @Nullable Object... params) {
        List<@Nullable Object> all = new ArrayList<>();
        Collections.addAll(all, at, kind.text(), agent, channel, ref, words, ref);
        Collections.addAll(all, params);
        String sql = NEW + insert.formatted("(SELECT feed_seq FROM told)") + " RETURNING seq";
        Supplier<List<Long>> number = tx.askLast(sql, row -> row.number(1), all.toArray());
        return () -> number.get().getFirst();
    }

    /** Tells of a message at the end of the transaction; its number then is that of the last activity in its channel. */
    public static void tellLast(Tx tx, Instant at, String agent, String channel, String message) {
        tx.last(POSTED, at, FeedKind.MESSAGE_POSTED.text(), agent, channel, message, channel);
    }
}
