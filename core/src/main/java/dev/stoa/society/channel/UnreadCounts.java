package dev.stoa.society.channel;

import dev.stoa.storage.Tx;

/**
 * How many messages somebody has not received, counted without reading them. Stateless.
 *
 * <p>Every message knows the how-manieth of its author it is, so what an agent wrote after a place is a difference of
 * two numbers; only tombstones after it are counted one by one.
 */
public final class UnreadCounts {
    /** What an agent wrote up to a place: {@code agent, place} of the channel {@code c}. */
    static final String OWN = """
            COALESCE((SELECT own.author_seq FROM messages own
                WHERE own.channel_id = c.channel_id AND own.agent_id = ? AND own.seq <= %s
                ORDER BY own.seq DESC LIMIT 1), 0)""";

    /** The tombstones of others after a place. */
    static final String DELETED = """
            (SELECT count(*) FROM messages gone
                WHERE gone.channel_id = c.channel_id AND gone.seq > %s AND gone.agent_id <> ?
                    AND gone.deleted_at IS NOT NULL)""";

    static final String ALL_DELETED = """
            SELECT count(*) FROM messages gone
            WHERE gone.channel_id = ? AND gone.seq > ? AND gone.deleted_at IS NOT NULL""";

    static final String AT =
            "SELECT COALESCE(mine.posted, 0), " + OWN.formatted("?") + ", " + DELETED.formatted("?") + """

            FROM channels c LEFT JOIN channel_members mine ON mine.channel_id = c.channel_id AND mine.agent_id = ?
            WHERE c.channel_id = ?""";

    private UnreadCounts() {}

    /**
     * The unread messages of others.
     *
     * @param seen the place up to which the agent has read
     * @param posted how many messages it wrote
     * @param own how many of these up to that place
     * @param deleted the tombstones of others after it
     */
    static long count(long lastSeq, long seen, long posted, long own, long deleted) {
        return (lastSeq - seen) - (posted - own) - deleted;
    }

    /** The unread messages of others in a channel, from a place on. */
    public static long others(Tx tx, String agent, String channel, long lastSeq, long seen) {
        if (lastSeq == seen) {
            return 0;
        }
        return tx.one(
                        AT,
                        row -> count(lastSeq, seen, row.number(1), row.number(2), row.number(3)),
                        agent,
                        seen,
                        seen,
                        agent,
                        agent,
                        channel)
                .orElseThrow();
    }

    /** The unread messages of everybody. */
    public static long all(Tx tx, String channel, long lastSeq, long seen) {
        return lastSeq == seen ? 0 : lastSeq - seen - tx.number(ALL_DELETED, channel, seen);
    }
}
