package dev.stoa.society.foreign;

import dev.stoa.society.base.FeedKind;
import dev.stoa.society.channel.MemberRole;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an import, numbered after those that a channel has. Not thread-safe. What they say is not read for
 * mentions: an import starts nothing.
 */
final class SpaceMessages implements SpaceImporter.Part {
    private final SpaceImporter intake;
    private final List<NewMessage> messages = new ArrayList<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, Author> authors = new LinkedHashMap<>();
    private final Map<String, Long> seqs = new HashMap<>();

    private record NewMessage(SpaceRow row, String id, String channel, String agent, String content, Instant created) {}

    /** A channel, and how far it is counted. */
    private static final class Place {
        private final boolean restricted;
        private final long before;
        private long last;
        private long activity;

        Place(boolean restricted, long before, long activity) {
            this.restricted = restricted;
            this.before = before;
            this.last = before;
            this.activity = activity;
        }
    }

    /** Somebody in a channel, and how far he is counted. */
    private static final class Author {
        private final String channel;
        private final String agent;
        private final Instant joined;
        private long posted;

        Author(String channel, String agent, Instant joined, long posted) {
            this.channel = channel;
            this.agent = agent;
            this.joined = joined;
            this.posted = posted;
        }
    }

    SpaceMessages(SpaceImporter intake) {
        this.intake = intake;
    }

    @Override
    public void decide() {
        boolean none = intake.isEmpty("messages");
        intake.rows("messages").forEach(row -> decide(row, none));
    }

    private void decide(SpaceRow row, boolean none) {
        String id = row.word("message_id", "id");
        String channel = intake.people().channel(row.word("channel_id"));
        String agent = intake.people().agent(row.word("agent_id"));
        if (channel == null || agent == null) {
            intake.tally()
                    .broken(
                            row,
                            id,
                            channel == null
                                    ? "its channel " + row.text("channel_id") + " is not there"
                                    : "its agent " + row.text("agent_id") + " is not there");
            return;
        }
        String content = Objects.requireNonNullElse(row.text("content"), "");
        List<@Nullable String> said = Arrays.asList(channel, agent, content);
        if (!intake.tally().isNew(row, "message", id, said, key -> none ? Optional.empty() : stored(key, content))
                || id == null) {
            return;
        }
        Instant created = intake.time(row, id, "created_at");
        messages.add(new NewMessage(row, id, channel, agent, content, created));
        intake.tell(created, FeedKind.MESSAGE_POSTED, agent, channel, id);
    }

    /** One that was deleted here said what it said. */
    private Optional<List<@Nullable String>> stored(String id, String content) {
        return intake.tx()
                .one(
                        "SELECT channel_id, agent_id, content, deleted_at FROM messages WHERE message_id = ?",
                        row -> Arrays.asList(
                                row.text(1), row.text(2), row.textOrNull(4) == null ? row.text(3) : content),
                        id);
    }

    @Override
    public void write() {
        Tx tx = intake.tx();
        messages.sort(Comparator.comparing(NewMessage::created));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (NewMessage message : messages) {
            Place place = places.computeIfAbsent(message.channel(), this::place);
            Author author = authors.computeIfAbsent(message.channel() + " " + message.agent(), key -> author(message));
            place.last++;
            author.posted++;
            place.activity = Math.max(place.activity, intake.seq(FeedKind.MESSAGE_POSTED, message.id()));
            seqs.put(message.id(), place.last);
            rows.add(Tx.values(
                    message.id(),
                    message.channel(),
                    message.agent(),
                    message.content(),
                    SpaceImporter.stored(message.created()),
                    place.last,
                    author.posted));
            intake.tally().written(message.row());
        }
        tx.batch("""
                INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq, author_seq)
                VALUES (?, ?, ?, ?, ?, ?, ?)""", rows, row -> row);
        places.forEach((channel, place) -> tx.update(
                "UPDATE channels SET last_seq = ?, activity_seq = ? WHERE channel_id = ?",
                place.last,
                place.activity,
                channel));
        authors.values().forEach(this::count);
        for (NewMessage message : messages) {
            SearchIndex.add(
                    tx,
                    SearchSources.message(
                            message.id(),
                            message.agent(),
                            message.channel(),
                            message.content(),
                            Objects.requireNonNull(SpaceImporter.stored(message.created())),
                            seqs.getOrDefault(message.id(), 0L)));
        }
    }

    private Place place(String channel) {
        return intake.tx()
                .one(
                        "SELECT restricted, last_seq, activity_seq FROM channels WHERE channel_id = ?",
                        row -> new Place(row.flag(1), row.number(2), row.number(3)),
                        channel)
                .orElseThrow();
    }

    private Author author(NewMessage message) {
        long posted = intake.tx()
                .one(
                        "SELECT posted FROM channel_members WHERE channel_id = ? AND agent_id = ?",
                        row -> row.number(1),
                        message.channel(),
                        message.agent())
                .orElse(0L);
        return new Author(message.channel(), message.agent(), message.created(), posted);
    }

    /** Who wrote in a channel that is closed here is counted, and does not thereby get in. */
    private void count(Author author) {
        boolean restricted = places.computeIfAbsent(author.channel, this::place).restricted;
        intake.tx()
                .update(
                        """
                        INSERT INTO channel_members (channel_id, agent_id, role, posted, joined_at)
                        VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (channel_id, agent_id) DO UPDATE SET posted = excluded.posted""",
                        author.channel,
                        author.agent,
                        (restricted ? MemberRole.LEFT : MemberRole.MEMBER).text(),
                        author.posted,
                        SpaceImporter.stored(author.joined));
    }

    /** Whether a channel had messages before the import. */
    boolean hadMessages(String channel) {
        return places.computeIfAbsent(channel, this::place).before > 0;
    }

    /** The number of a message within a channel; 0 if it is not there. */
    long seq(String channel, @Nullable String message) {
        return message == null
                ? 0
                : intake.tx()
                        .one(
                                "SELECT seq FROM messages WHERE message_id = ? AND channel_id = ?",
                                row -> row.number(1),
                                message,
                                channel)
                        .orElse(0L);
    }
}
