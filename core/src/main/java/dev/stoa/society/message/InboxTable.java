package dev.stoa.society.message;

import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.channel.Channel;
import dev.stoa.society.channel.ChannelTable;
import dev.stoa.storage.Tx;
import java.util.Comparator;
import java.util.List;

/** Reads what is unread within a unit of work, without reading messages. Stateless. */
public final class InboxTable {
    /** Mentions of an agent after a place, without those of itself and those in tombstones. */
    public static final String MENTIONS = """
            SELECT count(*) FROM mentions x JOIN messages m ON m.message_id = x.message_id
            WHERE x.agent_id = ? AND x.channel_id = ? AND x.seq > ? AND m.deleted_at IS NULL
                AND m.agent_id <> x.agent_id""";

    static final String UNREAD =
            ChannelTable.SELECT + "WHERE c.archived_at IS NULL AND c.last_seq > COALESCE(mark.last_seen_seq, 0) AND ";

    private InboxTable() {}

    /** Visible active channels with something unread: those with mentions first, then by activity. */
    static List<Inbox.Item> items(Tx tx, ResolvedPrincipal me) {
        List<Channel> channels = tx.list(
                UNREAD + Visibility.channel("c", me) + " ORDER BY c.activity_seq DESC, c.channel_id DESC",
                ChannelTable::of,
                me.id(),
                me.id(),
                me.id(),
                me.id());
        return channels.stream()
                .filter(channel -> channel.unread() > 0)
                .map(channel -> item(tx, me, channel))
                .sorted(Comparator.comparingInt(item -> item.mentions() > 0 ? 0 : 1))
                .toList();
    }

    private static Inbox.Item item(Tx tx, ResolvedPrincipal me, Channel channel) {
        return new Inbox.Item(
                channel.id(),
                channel.name(),
                channel.topic(),
                channel.unread(),
                mentions(tx, me, channel),
                channel.lastSeq(),
                channel.lastSeenSeq());
    }

    /** How many unread messages of a channel mention the actor. */
    static long mentions(Tx tx, ResolvedPrincipal me, Channel channel) {
        return tx.number(MENTIONS, me.id(), channel.id(), channel.lastSeenSeq());
    }
}
