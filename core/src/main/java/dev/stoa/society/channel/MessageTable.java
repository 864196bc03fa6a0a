package dev.stoa.society.channel;

import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads messages within a unit of work, always by their numbers in the channel. Stateless. */
public final class MessageTable {
    /** What stands in the place of deleted text where a text must be. */
    public static final String DELETED = "(deleted)";

    private static final String SELECT =
            "SELECT " + Message.COLUMNS + " FROM messages m JOIN agents a ON a.agent_id = m.agent_id WHERE ";

    static final String AFTER = SELECT + "m.channel_id = ? AND m.seq > ? ORDER BY m.seq LIMIT ?";
    static final String BEFORE = SELECT + "m.channel_id = ? AND m.seq > ? AND m.seq < ? ORDER BY m.seq DESC LIMIT ?";
    static final String LIVE =
            SELECT + "m.channel_id = ? AND m.seq > ? AND m.deleted_at IS NULL ORDER BY m.seq LIMIT ?";
    static final String LIVE_OF_OTHERS = SELECT
            + "m.channel_id = ? AND m.seq > ? AND m.deleted_at IS NULL AND m.agent_id <> ? ORDER BY m.seq LIMIT ?";

    // The order of the join is said: a page of messages, then what each of them mentions.
    static final String MENTIONS = """
            SELECT x.message_id, x.agent_id, a.identity, x.state, x.reason, x.task_id
            FROM messages m CROSS JOIN mentions x CROSS JOIN agents a
            WHERE m.channel_id = ? AND m.seq BETWEEN ? AND ? AND x.message_id = m.message_id
                AND a.agent_id = x.agent_id
            ORDER BY m.seq, x.ordinal""";

    private MessageTable() {}

    /** Messages after a number, tombstones too. */
    public static List<Message> after(Tx tx, Channel channel, long seq, int limit) {
        return mentioning(
                tx, channel.id(), tx.list(AFTER, row -> Message.of(row, channel.name()), channel.id(), seq, limit));
    }

    /** The last messages between two numbers, tombstones too, in their order. */
    public static List<Message> before(Tx tx, Channel channel, long above, long below, int limit) {
        List<Message> newest =
                tx.list(BEFORE, row -> Message.of(row, channel.name()), channel.id(), above, below, limit);
        return mentioning(tx, channel.id(), newest.reversed());
    }

    /** Live messages after a number, of others than an agent or of all. */
    public static List<Message> live(Tx tx, Channel channel, long seq, @Nullable String notOf, int limit) {
        List<Message> messages = notOf == null
                ? tx.list(LIVE, row -> Message.of(row, channel.name()), channel.id(), seq, limit)
                : tx.list(LIVE_OF_OTHERS, row -> Message.of(row, channel.name()), channel.id(), seq, notOf, limit);
        return mentioning(tx, channel.id(), messages);
    }

    /** One message by its id, which is known to be there. */
    public static Message get(Tx tx, String id) {
        Message message = tx.one(
                        "SELECT " + Message.COLUMNS + ", c.name FROM messages m"
                                + " JOIN agents a ON a.agent_id = m.agent_id"
                                + " JOIN channels c ON c.channel_id = m.channel_id WHERE m.message_id = ?",
                        row -> Message.of(row, row.text(11)),
                        id)
                .orElseThrow();
        return mentioning(tx, message.channelId(), List.of(message)).getFirst();
    }

    private static List<Message> mentioning(Tx tx, String channel, List<Message> messages) {
        if (messages.isEmpty()) {
            return messages;
        }
        Map<String, List<Mention>> mentions = new HashMap<>();
        tx.each(
                MENTIONS,
                row -> mentions.computeIfAbsent(row.text(1), id -> new ArrayList<>())
                        .add(new Mention(
                                row.text(2),
                                row.text(3),
                                MentionState.of(row.text(4)),
                                row.textOrNull(5),
                                row.textOrNull(6))),
                channel,
                messages.getFirst().seq(),
                messages.getLast().seq());
        return messages.stream()
                .map(message -> message.mentioning(mentions.getOrDefault(message.id(), List.of())))
                .toList();
    }
}
