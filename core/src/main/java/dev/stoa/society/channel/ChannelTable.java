package dev.stoa.society.channel;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.NotFoundException;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads channels within a unit of work, as an actor sees them. Stateless. */
public final class ChannelTable {
    private static final String SEEN = "COALESCE(mark.last_seen_seq, 0)";

    /** A channel {@code c} and how one agent stands to it; takes the agent's id four times. */
    public static final String SELECT =
            """
            SELECT c.channel_id, c.name, c.topic, c.restricted, c.last_seq, c.created_at, c.pinned_at, c.archived_at,
                %s, mine.role, COALESCE(mine.posted, 0),
                %s,
                %s
            FROM channels c
            LEFT JOIN bookmarks mark ON mark.agent_id = ? AND mark.channel_id = c.channel_id
            LEFT JOIN channel_members mine ON mine.channel_id = c.channel_id AND mine.agent_id = ?
            """.formatted(SEEN, UnreadCounts.OWN.formatted(SEEN), UnreadCounts.DELETED.formatted(SEEN));

    static final String IN_ORDER = " ORDER BY CASE WHEN c.pinned_at IS NULL THEN 1 ELSE 0 END, c.pinned_at DESC,"
            + " c.activity_seq DESC, c.channel_id DESC";

    static final String MEMBERS = """
        SELECT a.agent_id, a.identity, m.role, m.posted, m.joined_at
        FROM channel_members m JOIN agents a ON a.agent_id = m.agent_id
        WHERE m.channel_id = ? AND m.role <> 'left'\
        """;

    /** The place of a member among the others: the owners come first. */
    static final String RANK = "CASE m.role WHEN 'owner' THEN 0 ELSE 1 END";

    private ChannelTable() {}

    /** A channel that the actor sees. */
    public static Channel get(Tx tx, ResolvedPrincipal me, String id) {
        return find(tx, me, id)
                .orElseThrow(() -> new NotFoundException("not_found", "no channel " + id, "list the channels"));
    }

    public static Optional<Channel> find(Tx tx, ResolvedPrincipal me, String id) {
        return tx.one(
                SELECT + "WHERE c.channel_id = ? AND " + Visibility.channel("c", me),
                ChannelTable::of,
                me.id(),
                me.id(),
                me.id(),
                me.id(),
                id);
    }

    /** The channels that the actor sees: pinned ones first, the latest pin before others, then by activity. */
    static List<Channel> list(Tx tx, ResolvedPrincipal me, String condition) {
        return tx.list(
                SELECT + "WHERE " + condition + " AND " + Visibility.channel("c", me) + IN_ORDER,
                ChannelTable::of,
                me.id(),
                me.id(),
                me.id(),
                me.id());
    }

    public static Channel of(Row row) {
        long last = row.number(5);
        long seen = row.number(9);
        String role = row.textOrNull(10);
        MemberRole known = role == null ? MemberRole.LEFT : MemberRole.of(role);
        return new Channel(
                row.text(1),
                row.text(2),
                row.textOrNull(3),
                row.flag(4),
                last,
                row.instant(6),
                row.instantOrNull(7),
                row.instantOrNull(8),
                UnreadCounts.count(last, seen, row.number(11), row.number(12), row.number(13)),
                seen,
                known == MemberRole.LEFT ? null : known);
    }

    /** The members of a channel: its owners, then the others by name. */
    static List<Member> members(Tx tx, String channel) {
        return tx.list(MEMBERS + " ORDER BY " + RANK + ", " + AgentTable.byName(tx), ChannelTable::member, channel);
    }

    static Member member(Row row) {
        return new Member(row.text(1), row.text(2), MemberRole.of(row.text(3)), row.number(4), row.instant(5));
    }

    /** Refuses a change of a channel by an actor that is not a member. */
    static void needMember(ResolvedPrincipal me, Channel channel, String what) {
        if (channel.role() == null && !free(me, channel)) {
            throw new ForbiddenException(
                    "forbidden",
                    what + " #" + channel.name() + " is allowed for its members only",
                    "post to it first, or ask a member");
        }
    }

    /** Refuses a decision about a channel by an actor that is not an owner. */
    static void needOwner(ResolvedPrincipal me, Channel channel, String what) {
        if (channel.role() != MemberRole.OWNER && !free(me, channel)) {
            throw new ForbiddenException(
                    "forbidden", what + " #" + channel.name() + " is allowed for its owner only", "ask its owner");
        }
    }

    private static boolean free(ResolvedPrincipal me, Channel channel) {
        return me.operator() || (me.isHuman() && !channel.restricted());
    }

    /** What a post must know of its channel; read positions are left out. */
    public record Place(String id, String name, boolean restricted, boolean archived) {
        private static Place of(Row row) {
            return new Place(row.text(1), row.text(2), row.flag(3), row.textOrNull(4) != null);
        }

        /** Refuses to post to a channel that is archived. */
        public void needLive() {
            if (archived) {
                throw new ConflictException(
                        "archived",
                        "channel #" + name + " is archived and cannot be posted to",
                        "restore channel " + name);
            }
        }
    }

    static String placeOfId(Dialect dialect) {
        return place(dialect) + " WHERE c.channel_id = ?";
    }

    private static String placeNamed(Dialect dialect) {
        return place(dialect) + " WHERE c.name = ?";
    }

    /** The channel of a name, if an actor that is no operator sees it. */
    static String placeSeen(Dialect dialect) {
        return placeNamed(dialect) + " AND " + Visibility.channelSeenBy("c");
    }

    private static String place(Dialect dialect) {
        return "SELECT " + dialect.brief("c.channel_id") + ", " + dialect.brief("c.name")
                + ", c.restricted, c.archived_at FROM channels c";
    }

    /** The id of the channel that a name is written for; else what was given, which is an id or names none. */
    public static String idOf(Archive archive, String ref) {
        String name = ref.startsWith("#") ? ref.substring(1) : ref;
        return archive.one(
                        "SELECT channel_id FROM channels WHERE name IN (?, ?) LIMIT 1",
                        row -> row.text(1),
                        name,
                        name.toLowerCase(Locale.ROOT))
                .orElse(ref);
    }

    /** A channel that the actor sees, for posting to it. */
    public static Place place(Tx tx, ResolvedPrincipal me, String ref) {
        Optional<Place> named = me.operator()
                ? tx.one(placeNamed(tx.dialect()), Place::of, ref)
                : tx.one(placeSeen(tx.dialect()), Place::of, ref, me.id());
        return named.orElseGet(() -> tx.one(placeOfId(tx.dialect()), Place::of, References.channel(tx, me, ref))
                .orElseThrow());
    }
}
