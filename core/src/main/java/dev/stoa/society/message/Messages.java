package dev.stoa.society.message;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Trust;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.RowKind;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.channel.Channel;
import dev.stoa.society.channel.ChannelTable;
import dev.stoa.society.channel.HandoffText;
import dev.stoa.society.channel.MemberRole;
import dev.stoa.society.channel.Mentions;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.channel.MessageKind;
import dev.stoa.society.channel.MessageTable;
import dev.stoa.society.channel.MessageWriter;
import dev.stoa.society.channel.ParentExecution;
import dev.stoa.society.channel.PostResult;
import dev.stoa.society.channel.ReadingTask;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.run.ExecutionErasure;
import dev.stoa.society.run.ExecutionRows;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is said in channels. Thread-safe. */
public final class Messages {
    /** Messages that mention no agent write the rows of their channel, and note that their author was active. */
    private static final Scope.Kind CHANNEL = new Scope.Kind(
            "channel", "channels", "channel_members", "messages", "search_docs", "text_sizes", "feed", "agents");

    private static final int MOST_PLACES = 1_000;
    private static final int TRIES = 3;

    /** The ids of channels that messages were sent to, by what they were called. */
    private final Map<String, String> places = new ConcurrentHashMap<>();

    private final StoreContext commons;
    private final MessageWriter writer;
    private final Mentions mentions;

    private Messages(StoreContext commons, MessageWriter writer, Mentions mentions) {
        this.commons = commons;
        this.writer = writer;
        this.mentions = mentions;
    }

    /** The messages in an archive of {@link SocietyArchive#SCHEMA}. */
    public static Messages over(Archive archive, InstantSource clock, Ids ids, SocietyRules rules) {
        Mentions mentions = new Mentions(rules, new ExecutionRows(ids, rules.idle()));
        return new Messages(StoreContext.of(archive, clock, ids), new MessageWriter(ids, mentions), mentions);
    }

    /**
     * Which messages a page has. Immutable.
     *
     * @param before only those with smaller numbers; the page then ends there
     * @param after only those with greater numbers; without {@code before} the page then begins there
     */
    public record Range(@Nullable Long before, @Nullable Long after, int limit) {
        public Range {
            Page.Request.first(limit);
        }

        /** The newest messages. */
        public static Range newest(int limit) {
            return new Range(null, null, limit);
        }
    }

    /** Posts a message; agents that it mentions may be started. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public PostResult send(Principal by, String channel, MessageDraft draft) {
        boolean mentions = draft.content().indexOf('@') >= 0;
        if (!mentions && commons.archive().dialect() == Dialect.POSTGRES) {
            Optional<PostResult> posted = sendBeside(by, channel, draft);
            if (posted.isPresent()) {
                return posted.get();
            }
        }
        return commons.write(
                by,
                (tx, me, now) ->
                        send(tx, me, channel, null, draft, now).result().orElseThrow());
    }

    /**
     * What became of a message.
     *
     * @param place the channel that the name stands for
     * @param result empty if another channel was expected
     */
    private record Sent(String place, Optional<PostResult> result) {}

    /**
     * Beside what is sent to other channels. Which channel a name stands for is remembered, and looked at again by the unit
     * itself: where it is another by now, that one is locked. Empty if it is another each time.
     */
    private Optional<PostResult> sendBeside(Principal by, String channel, MessageDraft draft) {
        String known = places.get(channel);
        String place = known == null ? ChannelTable.idOf(commons.archive(), channel) : known;
        for (int i = 0; i < TRIES; i++) {
            String locked = place;
            Scope scope = draft.clientKey() == null
                    ? CHANNEL.of(locked)
                    : CHANNEL.of(locked, "key " + by.identity() + " " + draft.clientKey());
            Sent sent = commons.write(by, scope, (tx, me, now) -> send(tx, me, channel, locked, draft, now));
            place = sent.place();
            if (sent.result().isPresent()) {
                remember(channel, place);
                return sent.result();
            }
        }
        return Optional.empty();
    }

    private void remember(String channel, String place) {
        if (places.size() >= MOST_PLACES) {
            places.clear();
        }
        places.put(channel, place);
    }

    /** Posts a message, unless the channel is another than the one that is locked; null if all of them are. */
    private Sent send(
            Tx tx, ResolvedPrincipal me, String channel, @Nullable String locked, MessageDraft draft, Instant now) {
        Supplier<Optional<ParentExecution>> origin = ParentExecution.ask(tx, me, draft.taskId());
        ChannelTable.Place where = ChannelTable.place(tx, me, channel);
        if (locked != null && !locked.equals(where.id())) {
            return new Sent(where.id(), Optional.empty());
        }
        if (draft.clientKey() != null) {
            Optional<PostResult> before =
                    MessageWriter.repeated(tx, me.id(), where.id(), draft.clientKey(), draft.content());
            if (before.isPresent()) {
                return new Sent(where.id(), before);
            }
        }
        where.needLive();
        return new Sent(
                where.id(),
                Optional.of(post(
                        tx,
                        me,
                        where,
                        MessageKind.TEXT,
                        draft.content(),
                        draft.clientKey(),
                        origin.get().orElse(null),
                        now)));
    }

    private PostResult post(
            Tx tx,
            ResolvedPrincipal me,
            ChannelTable.Place channel,
            MessageKind kind,
            String content,
            @Nullable String key,
            @Nullable ParentExecution origin,
            Instant now) {
        return writer.post(
                tx,
                new MessageWriter.Post(
                        channel.id(),
                        channel.name(),
                        channel.restricted(),
                        me.id(),
                        me.identity(),
                        me.kind(),
                        kind,
                        content,
                        key,
                        origin),
                now);
    }

    /** Offers work to another agent, new work or what the actor holds, and says so in a channel. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public PostResult handoff(Principal by, String channel, HandoffDraft handoff) {
        return commons.write(by, (tx, me, now) -> {
            ChannelTable.Place where = ChannelTable.place(tx, me, channel);
            Optional<PostResult> before = repeated(tx, me, where, handoff);
            if (before.isPresent()) {
                return before.get();
            }
            where.needLive();
            ResolvedPrincipal to = recipient(tx, me, where, handoff.to());
            ParentExecution origin =
                    ParentExecution.find(tx, me, handoff.execution()).orElse(null);
            String work = handoff.task() == null
                    ? HandoffRows.offer(tx, commons.ids(), me, where.id(), handoff.summary(), to.id(), now)
                    : HandoffRows.passOn(tx, me, handoff.task(), handoff.token(), to, now);
            String content =
                    HandoffText.of(to.identity(), handoff.summary(), work).content();
            PostResult posted = post(tx, me, where, MessageKind.HANDOFF, content, handoff.clientKey(), origin, now);
            return new PostResult(posted.message(), true, posted.unknownMentions(), work);
        });
    }

    private static Optional<PostResult> repeated(
            Tx tx, ResolvedPrincipal me, ChannelTable.Place where, HandoffDraft handoff) {
        if (handoff.clientKey() == null) {
            return Optional.empty();
        }
        String to = AgentTable.get(tx, References.agent(tx, handoff.to())).identity();
        return MessageWriter.repeatedHandoff(tx, me.id(), where.id(), handoff.clientKey(), to, handoff.summary())
                .map(before -> new PostResult(before.message(), false, List.of(), work(tx, me, before.message())));
    }

    /** The work that a message has handed over; null where the message was deleted or the work cannot be told. */
    private static @Nullable String work(Tx tx, ResolvedPrincipal me, Message message) {
        try {
            return message.content() == null
                    ? null
                    : HandoffText.parse(message.content())
                            .map(said -> References.row(tx, RowKind.TASK, me, said.task()))
                            .orElse(null);
        } catch (NotFoundException | ConflictException e) {
            return null;
        }
    }

    private static ResolvedPrincipal recipient(Tx tx, ResolvedPrincipal me, ChannelTable.Place channel, String ref) {
        Agent agent = AgentTable.get(tx, References.agent(tx, ref));
        if (agent.id().equals(me.id())) {
            throw Bounds.invalid("agent " + agent.identity() + " cannot hand work to itself", "add it as a task");
        }
        if (agent.kind() == AgentKind.SYSTEM) {
            throw Bounds.invalid("system does no work", "hand it to an agent or a human");
        }
        if (!agent.isLive()) {
            throw new ConflictException(
                    "archived", "agent " + agent.identity() + " is archived", "restore agent " + agent.identity());
        }
        ResolvedPrincipal to = new ResolvedPrincipal(agent.id(), agent.identity(), agent.kind(), false, Trust.AGENT);
        if (ChannelTable.find(tx, to, channel.id()).isEmpty()) {
            throw new ConflictException(
                    "conflict",
                    "agent " + agent.identity() + " does not see #" + channel.name(),
                    "add it to the channel first");
        }
        return to;
    }

    /**
     * Erases the text of a message permanently; its number and id remain. Allowed for its author, the owners of its
     * channel and, where the channel is open, people. Tasks that have read it keep what they wrote, and are named.
     */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ErasedMessage delete(Principal by, String ref) {
        return commons.erase(by, (tx, me, now) -> {
            Message message = MessageTable.get(tx, References.row(tx, RowKind.MESSAGE, me, ref));
            Channel channel = ChannelTable.get(tx, me, message.channelId());
            boolean allowed = message.agentId().equals(me.id())
                    || channel.role() == MemberRole.OWNER
                    || me.operator()
                    || (me.isHuman() && !channel.restricted());
            if (!allowed) {
                throw new ForbiddenException(
                        "forbidden",
                        "message " + message.seq() + " of #" + channel.name() + " is " + message.identity() + "'s",
                        "ask its author or an owner of the channel");
            }
            if (message.deletedAt() != null) {
                return new ErasedMessage(message, false, List.of());
            }
            List<String> readers = erase(tx, message, now);
            Feed.tell(tx, now, FeedKind.MESSAGE_DELETED, me.id(), channel.id(), message.id());
            return new ErasedMessage(
                    MessageTable.get(tx, message.id()),
                    true,
                    readers.stream()
                            .flatMap(task -> ReadingTask.of(tx, me, task).stream())
                            .toList());
        });
    }

    private List<String> erase(Tx tx, Message message, Instant now) {
        tx.update("UPDATE messages SET content = '', deleted_at = ? WHERE message_id = ?", now, message.id());
        SearchIndex.remove(tx, SearchIndex.Kind.MESSAGE, message.id());
        String content = message.content() == null ? "" : message.content();
        return ExecutionErasure.messageDeleted(
                tx, mentions, message.channelId(), message.id(), message.seq(), content, now);
    }

    /** A message, by its id. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Message get(Principal by, String ref) {
        return commons.read(by, (tx, me) -> MessageTable.get(tx, References.row(tx, RowKind.MESSAGE, me, ref)));
    }

    /**
     * A page of messages in their order, tombstones too; no read position changes. Its {@code next} is the number to
     * give as {@code after}, or as {@code before} where the page goes backwards.
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Page<Message> history(Principal by, String channel, Range range) {
        return commons.read(by, (tx, me) -> {
            Channel where = ChannelTable.get(tx, me, References.channel(tx, me, channel));
            long after = range.after() == null ? 0 : range.after();
            if (range.after() != null && range.before() == null) {
                List<Message> rows = MessageTable.after(tx, where, after, range.limit() + 1);
                return rows.size() <= range.limit()
                        ? new Page<>(rows, null)
                        : new Page<>(
                                rows.subList(0, range.limit()),
                                Long.toString(rows.get(range.limit() - 1).seq()));
            }
            long before = range.before() == null ? Long.MAX_VALUE : range.before();
            List<Message> rows = MessageTable.before(tx, where, after, before, range.limit() + 1);
            return rows.size() <= range.limit()
                    ? new Page<>(rows, null)
                    : new Page<>(
                            rows.subList(1, rows.size()),
                            Long.toString(rows.get(1).seq()));
        });
    }
}
