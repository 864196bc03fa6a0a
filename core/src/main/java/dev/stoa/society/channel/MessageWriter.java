package dev.stoa.society.channel;

import dev.stoa.base.ConflictException;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Posts messages within a unit of work, with all that belongs to one. Thread-safe. */
public final class MessageWriter {
    static final String NUMBER = """
            UPDATE channels SET last_seq = last_seq + 1, activity_seq = ? WHERE channel_id = ?
            RETURNING last_seq""";

    // An agent becomes a member by its first post to an open channel. A removed agent stays removed, but its count
    // of messages goes on.
    static final String COUNT = """
            INSERT INTO channel_members (channel_id, agent_id, role, posted, joined_at) VALUES (?, ?, ?, 1, ?)
            ON CONFLICT (channel_id, agent_id) DO UPDATE SET posted = channel_members.posted + 1
            RETURNING posted""";

    // Both numbers by one message to the server.
    static final String NUMBERS_POSTGRES = """
            WITH author AS (INSERT INTO channel_members (channel_id, agent_id, role, posted, joined_at)
                VALUES (?, ?, ?, 1, ?)
                ON CONFLICT (channel_id, agent_id) DO UPDATE SET posted = channel_members.posted + 1
                RETURNING posted)
            UPDATE channels SET last_seq = last_seq + 1 WHERE channel_id = ?
            RETURNING last_seq, (SELECT posted FROM author)""";

    static final String INSERT = """
            INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq, author_seq, kind,
                task_id, client_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    static final String SAME_KEY =
            "SELECT message_id, channel_id, content, deleted_at FROM messages WHERE agent_id = ? AND client_key = ?";

    private final Ids ids;
    private final Mentions mentions;

    public MessageWriter(Ids ids, Mentions mentions) {
        this.ids = ids;
        this.mentions = mentions;
    }

    /**
     * A message to be posted; everything about it has been checked.
     *
     * @param clientKey nothing else was posted under it
     */
    public record Post(
            String channelId,
            String channel,
            boolean restricted,
            String authorId,
            String identity,
            AgentKind authorKind,
            MessageKind kind,
            String content,
            @Nullable String clientKey,
            @Nullable ParentExecution origin) {}

    /** Posts a message: its number, its author's count, its words, and what its mentions start. */
    public PostResult post(Tx tx, Post post, Instant now) {
        String id = ids.next();
        String task = post.origin() == null ? null : post.origin().taskId();
        Numbers numbers = numbers(tx, post, id, now);
        long seq = numbers.seq();
        tx.later(
                INSERT,
                id,
                post.channelId(),
                post.authorId(),
                post.content(),
                now,
                seq,
                numbers.authorSeq(),
                post.kind().text(),
                task,
                post.clientKey());
        Mentions.Result said = Mentions.Result.NONE;
        if (post.kind() != MessageKind.SYSTEM) {
            SearchIndex.add(tx, SearchSources.message(id, post.authorId(), post.channelId(), post.content(), now, seq));
            said = mentions.decide(
                    tx,
                    new Mentions.Said(
                            post.channelId(),
                            post.restricted(),
                            id,
                            seq,
                            post.content(),
                            post.authorId(),
                            post.authorKind(),
                            post.origin()),
                    now);
        }
        Message message = new Message(
                id,
                post.channelId(),
                post.channel(),
                seq,
                post.authorId(),
                post.identity(),
                post.kind(),
                post.content(),
                task,
                now,
                null,
                said.mentions());
        return new PostResult(message, true, said.unknown(), null);
    }

    /** The numbers of a message in its channel, and among those of its author there. */
    private record Numbers(long seq, long authorSeq) {}

    /** Numbers a message; the feed tells of it, and its channel was active then. */
    private static Numbers numbers(Tx tx, Post post, String id, Instant now) {
        String role = (post.restricted() ? MemberRole.LEFT : MemberRole.MEMBER).text();
        if (tx.dialect() == Dialect.POSTGRES) {
            Feed.tellLast(tx, now, post.authorId(), post.channelId(), id);
            return tx.one(
                            NUMBERS_POSTGRES,
                            row -> new Numbers(row.number(1), row.number(2)),
                            post.channelId(),
                            post.authorId(),
                            role,
                            now,
                            post.channelId())
                    .orElseThrow();
        }
        long activity = Feed.tell(tx, now, FeedKind.MESSAGE_POSTED, post.authorId(), post.channelId(), id);
        long seq =
                tx.one(NUMBER, row -> row.number(1), activity, post.channelId()).orElseThrow();
        return tx.one(COUNT, row -> new Numbers(seq, row.number(1)), post.channelId(), post.authorId(), role, now)
                .orElseThrow();
    }

    private record Sent(String id, String channel, String content, boolean deleted) {}

    /** The message that an author has posted under a key before; refused if it was another. */
    public static Optional<PostResult> repeated(Tx tx, String author, String channel, String key, String content) {
        return repeated(tx, author, channel, key, content::equals);
    }

    /** The handoff that an author has announced under a key before; refused if it was another message. */
    public static Optional<PostResult> repeatedHandoff(
            Tx tx, String author, String channel, String key, String to, String summary) {
        return repeated(
                tx,
                author,
                channel,
                key,
                content -> HandoffText.parse(content)
                        .filter(said -> said.to().equals(to) && said.summary().equals(summary))
                        .isPresent());
    }

    private static Optional<PostResult> repeated(
            Tx tx, String author, String channel, String key, Predicate<String> same) {
        Optional<Sent> sent = tx.one(
                SAME_KEY,
                row -> new Sent(row.text(1), row.text(2), row.text(3), row.textOrNull(4) != null),
                author,
                key);
        return sent.map(before -> {
            if (!before.channel().equals(channel) || (!before.deleted() && !same.test(before.content()))) {
                throw new ConflictException(
                        "key_reused",
                        "key " + key + " was used for message " + before.id() + ", which is another",
                        "choose another key");
            }
            return new PostResult(MessageTable.get(tx, before.id()), false, List.of(), null);
        });
    }
}
