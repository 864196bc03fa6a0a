package dev.stoa.society.channel;

/**
 * What must always hold of channels, messages and bookmarks, as queries for what violates it. Constants. Each reads its
 * tables once, whatever their length.
 */
public final class ChannelInvariants {
    /** The numbers of a channel's messages are 1, 2, 3 and so on, and the channel knows the last. */
    public static final String NUMBERS = """
            SELECT 'channel ' || c.channel_id FROM channels c
                LEFT JOIN (SELECT channel_id, count(*) AS messages, min(seq) AS lowest, max(seq) AS highest
                    FROM messages GROUP BY channel_id) said ON said.channel_id = c.channel_id
                WHERE c.last_seq <> COALESCE(said.messages, 0) OR c.last_seq <> COALESCE(said.highest, 0)
                    OR COALESCE(said.lowest, 1) <> 1
            UNION ALL SELECT 'message ' || message_id || ' has no number' FROM messages WHERE seq IS NULL""";

    /** Everybody who posted is known in the channel, with how often; and each message with which of those it was. */
    public static final String AUTHORS = """
            SELECT 'posts of ' || c.agent_id || ' in channel ' || c.channel_id FROM channel_members c
                LEFT JOIN (SELECT channel_id, agent_id, count(*) AS messages FROM messages
                    GROUP BY channel_id, agent_id) said
                    ON said.channel_id = c.channel_id AND said.agent_id = c.agent_id
                WHERE c.posted <> COALESCE(said.messages, 0)
            UNION ALL SELECT 'place of message ' || message_id FROM (
                SELECT message_id, author_seq,
                    row_number() OVER (PARTITION BY channel_id, agent_id ORDER BY seq) AS place FROM messages) AS placed
                WHERE author_seq IS NULL OR author_seq <> place
            UNION ALL SELECT 'author of message ' || g.message_id FROM messages g
                LEFT JOIN channel_members c ON c.channel_id = g.channel_id AND c.agent_id = g.agent_id
                WHERE c.agent_id IS NULL""";

    /** A bookmark lies in its channel, at the message that it names. */
    public static final String BOOKMARKS = """
            SELECT 'bookmark of ' || b.agent_id || ' in channel ' || b.channel_id FROM bookmarks b
                JOIN channels c ON c.channel_id = b.channel_id
                LEFT JOIN messages g ON g.channel_id = b.channel_id AND g.seq = b.last_seen_seq
                WHERE b.last_seen_seq < 0 OR b.last_seen_seq > c.last_seq
                    OR b.last_seen_id IS DISTINCT FROM g.message_id""";

    /** A reply is its agent's, belongs to its execution, and there is one. */
    public static final String REPLIES = """
            SELECT 'reply of task ' || t.task_id FROM tasks t JOIN messages g ON g.message_id = t.reply_message_id
                WHERE t.status <> 'completed' OR g.agent_id <> t.agent_id OR g.task_id IS DISTINCT FROM t.task_id
            UNION ALL SELECT 'replies under ' || client_key FROM messages
                WHERE substr(client_key, 1, 5) = 'task:' GROUP BY client_key HAVING count(*) > 1""";

    private ChannelInvariants() {}
}
