package dev.stoa.society.message;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.channel.Channel;
import dev.stoa.society.channel.ChannelTable;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageTable;
import dev.stoa.society.channel.UnreadCounts;
import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The read positions of agents. Thread-safe, also between processes: two concurrent receivers of
 * the same agent get different messages.
 */
public final class Bookmarks {
    public static final String MOVE = """
            INSERT INTO bookmarks (agent_id, channel_id, last_seen_id, last_seen_seq, updated_at)
            VALUES (?, ?, (SELECT message_id FROM messages WHERE channel_id = ? AND seq = ?), ?, ?)
            ON CONFLICT (agent_id, channel_id) DO UPDATE SET last_seen_id = excluded.last_seen_id,
                last_seen_seq = excluded.last_seen_seq, updated_at = excluded.updated_at""";

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final StoreContext commons;

    private Bookmarks(StoreContext commons) {
        this.commons = commons;
    }

    /** The bookmarks in an archive of {@link SocietyArchive#SCHEMA}. */
    public static Bookmarks over(Archive archive, InstantSource clock, Ids ids) {
        return new Bookmarks(StoreContext.of(archive, clock, ids));
    }

    /** The next messages of a channel, which the actor has then read; to look at them without that needs less. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public ReceivedMessages receive(Principal by, String channel, ReceiveRequest how) {
        needWrite(by, how.peek(), "Bookmarks.receive without peek");
        return receive(by, how, (tx, me) -> ChannelTable.get(tx, me, References.channel(tx, me, channel)));
    }

    private ReceivedMessages receive(Principal by, ReceiveRequest how, StoreContext.Read<Channel> channel) {
        Optional<ReceivedMessages> readOnly = commons.read(by, (tx, me) -> {
            Channel where = channel.run(tx, me);
            // If no position moves, nothing is written, and writers do not wait.
            if (how.peek() || how.from() != null || where.lastSeenSeq() == where.lastSeq()) {
                ReceivedMessages received = read(tx, me, where, how);
                return moves(where, received) ? Optional.empty() : Optional.of(received);
            }
            return Optional.empty();
        });
        return readOnly.orElseGet(() -> commons.write(by, (tx, me, now) -> {
            Channel where = channel.run(tx, me);
            ReceivedMessages received = read(tx, me, where, how);
            if (moves(where, received)) {
                move(tx, me, where, Objects.requireNonNullElse(received.lastSeenSeq(), 0L), now);
            }
            return received;
        }));
    }

    private static boolean moves(Channel where, ReceivedMessages received) {
        return where.lastSeenSeq() != Objects.requireNonNullElse(received.lastSeenSeq(), 0L);
    }

    private static ReceivedMessages read(Tx tx, ResolvedPrincipal me, Channel channel, ReceiveRequest how) {
        long start = how.from() == null ? channel.lastSeenSeq() : start(channel, how.from());
        List<Message> items = MessageTable.live(tx, channel, start, how.own() ? null : me.id(), how.limit());
        long seen = how.peek()
                ? channel.lastSeenSeq()
                : items.size() < how.limit()
                        ? channel.lastSeq()
                        : items.getLast().seq();
        long unread = how.own()
                ? UnreadCounts.all(tx, channel.id(), channel.lastSeq(), seen)
                : UnreadCounts.others(tx, me.id(), channel.id(), channel.lastSeq(), seen);
        return new ReceivedMessages(channel.id(), channel.name(), items, seen, unread, false, false);
    }

    private static long start(Channel channel, long from) {
        if (from > channel.lastSeq() + 1) {
            throw Bounds.invalid(
                    "from " + from + " is beyond the next message of #" + channel.name() + ", "
                            + (channel.lastSeq() + 1),
                    "give a smaller one");
        }
        return from - 1;
    }

    private static void move(Tx tx, ResolvedPrincipal me, Channel channel, long seen, Instant now) {
        tx.update(MOVE, me.id(), channel.id(), channel.id(), seen, seen, now);
    }

    private static void needWrite(Principal by, boolean peek, String what) {
        if (!peek) {
            Rights.need(by, Right.WRITE, what);
        }
    }

    /** How many messages of others the actor has not received. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public long unread(Principal by, String channel) {
        return commons.read(
                by,
                (tx, me) -> ChannelTable.get(tx, me, References.channel(tx, me, channel))
                        .unread());
    }

    /** What waits for the actor. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Inbox inbox(Principal by) {
        return commons.read(by, (tx, me) -> new Inbox(InboxTable.items(tx, me), HandoffRows.offers(tx, me)));
    }

    /**
     * What a look at the channels found.
     *
     * @param ready the channel to receive from; null if nothing has come
     */
    private record Look(@Nullable String ready, boolean closed) {}

    /**
     * Receives as soon as there is an unread message of another agent, at once if there is one. It sleeps until
     * something is committed by any process, and misses nothing that is committed while it looks.
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public ReceivedMessages await(Principal by, MessageWait wait) throws InterruptedException {
        return await(by, wait, () -> by);
    }

    /**
     * The same on behalf of a caller whose rights may end while it waits.
     *
     * @param again looks the caller up once more before anything is received; what it throws ends the wait
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public ReceivedMessages await(Principal by, MessageWait wait, Supplier<Principal> again)
            throws InterruptedException {
        needWrite(by, wait.peek(), "Bookmarks.await without peek");
        ReceiveRequest how = new ReceiveRequest(wait.limit(), false, wait.peek(), null);
        try (CommitSignal.Watch watch = commons.archive().commits().watch()) {
            long end = System.nanoTime() + wait.timeout().toNanos();
            Channel where = wait.channel() == null ? null : channel(by, wait.channel());
            while (true) {
                Look look = commons.read(by, (tx, me) -> look(tx, me, where, wait.mentions()));
                if (look.ready() != null) {
                    Optional<ReceivedMessages> received = taken(again.get(), look.ready(), how);
                    if (received.isPresent()) {
                        return closed(received.get(), look.closed());
                    }
                } else if (look.closed() && where != null) {
                    return gone(where);
                }
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return timedOut(by, where);
                }
                // Where another was quicker there may be more; but nothing makes it look without a pause.
                watch.await(Duration.ofNanos(look.ready() == null ? left : Math.min(left, PAUSE.toNanos())));
            }
        }
    }

    private Channel channel(Principal by, String ref) {
        return commons.read(by, (tx, me) -> ChannelTable.get(tx, me, References.channel(tx, me, ref)));
    }

    private static Look look(Tx tx, ResolvedPrincipal me, @Nullable Channel where, boolean mentions) {
        if (where == null) {
            return InboxTable.items(tx, me).stream()
                    .filter(item -> !mentions || item.mentions() > 0)
                    .findFirst()
                    .map(item -> new Look(item.channelId(), false))
                    .orElse(new Look(null, false));
        }
        Optional<Channel> now = ChannelTable.find(tx, me, where.id());
        if (now.isEmpty()) {
            return new Look(null, true);
        }
        boolean ready = now.get().unread() > 0 && (!mentions || InboxTable.mentions(tx, me, now.get()) > 0);
        return new Look(ready ? where.id() : null, !now.get().isLive());
    }

    /** What is received from a channel; nothing if another has taken it, or the channel is gone. */
    private Optional<ReceivedMessages> taken(Principal by, String id, ReceiveRequest how) {
        try {
            ReceivedMessages received = receive(by, how, (tx, me) -> ChannelTable.get(tx, me, id));
            return received.items().isEmpty() ? Optional.empty() : Optional.of(received);
        } catch (NotFoundException gone) {
            return Optional.empty();
        }
    }

    private static ReceivedMessages closed(ReceivedMessages received, boolean closed) {
        return new ReceivedMessages(
                received.channelId(),
                received.channel(),
                received.items(),
                received.lastSeenSeq(),
                received.unread(),
                false,
                closed);
    }

    private ReceivedMessages timedOut(Principal by, @Nullable Channel where) {
        if (where == null) {
            return new ReceivedMessages(null, null, List.of(), null, 0, true, false);
        }
        return commons.read(by, (tx, me) -> ChannelTable.find(tx, me, where.id()))
                .map(now -> new ReceivedMessages(
                        now.id(), now.name(), List.of(), now.lastSeenSeq(), now.unread(), true, false))
                .orElseGet(() -> gone(where));
    }

    private static ReceivedMessages gone(Channel where) {
        return new ReceivedMessages(where.id(), where.name(), List.of(), where.lastSeenSeq(), 0, false, true);
    }
}
