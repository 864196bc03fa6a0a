package dev.stoa.society.base;

import dev.stoa.storage.Tx;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The one sequence of everything that happens in the society. Stateless. An archive has one writer at a time, so the
 * order of its numbers is the order of commits.
 */
public final class Feed {
    private static final String INSERT = """
            INSERT INTO feed (at, kind, agent_id, channel_id, ref_id) VALUES (?, ?, ?, ?, ?)
            RETURNING feed_seq""";

    private Feed() {}

    /** Tells of a change; the number is the sequence of the row that changed, if it is new. */
    public static long tell(
            Tx tx, Instant at, FeedKind kind, @Nullable String agent, @Nullable String channel, String ref) {
        return tx.one(INSERT, row -> row.number(1), at, kind.text(), agent, channel, ref)
                .orElseThrow();
    }
}
