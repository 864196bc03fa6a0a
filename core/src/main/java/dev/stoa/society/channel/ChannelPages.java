package dev.stoa.society.channel;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Tx;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads channels and members page by page within a unit of work. Stateless. */
final class ChannelPages {
    private ChannelPages() {}

    /** One page of the channels that the actor sees: pinned ones first, the latest pin before others, then by activity. */
    static Page<Channel> channels(Tx tx, ResolvedPrincipal me, String condition, Page.Request request) {
        StringBuilder sql =
                new StringBuilder(ChannelTable.SELECT + "WHERE " + condition + " AND " + Visibility.channel("c", me));
        List<Object> values = new ArrayList<>(List.of(me.id(), me.id(), me.id(), me.id()));
        String last = request.afterKey();
        if (last != null) {
            Place place = Place.parse(last, request);
            Instant pinned = place.pinned();
            if (pinned == null) {
                sql.append(" AND c.pinned_at IS NULL AND (c.activity_seq, c.channel_id) < (?, ?)");
            } else {
                sql.append(" AND (c.pinned_at IS NULL OR c.pinned_at < ?"
                        + " OR c.pinned_at = ? AND (c.activity_seq, c.channel_id) < (?, ?))");
                values.addAll(List.of(pinned, pinned));
            }
            values.addAll(List.of(place.activity(), place.id()));
        }
        values.add(request.limit() + 1);
        List<Channel> rows = tx.list(sql + ChannelTable.IN_ORDER + " LIMIT ?", ChannelTable::of, values.toArray());
        return request.ofKeys(rows, channel -> Place.of(tx, channel).text());
    }

    /** One page of the members of a channel: its owners, then the others by name. */
    static Page<Member> members(Tx tx, String channel, Page.Request request) {
        String place = ChannelTable.RANK + ", " + AgentTable.byName(tx);
        String order = " ORDER BY " + place + " LIMIT ?";
        String last = request.afterKey();
        int most = request.limit() + 1;
        List<Member> rows;
        if (last == null) {
            rows = tx.list(ChannelTable.MEMBERS + order, ChannelTable::member, channel, most);
        } else if (last.startsWith("0") || last.startsWith("1")) {
            rows = tx.list(
                    ChannelTable.MEMBERS + " AND (" + place + ") > (?, ?)" + order,
                    ChannelTable::member,
                    channel,
                    last.charAt(0) - '0',
                    last.substring(1),
                    most);
        } else {
            throw request.foreign();
        }
        return request.ofKeys(rows, member -> (member.role() == MemberRole.OWNER ? "0" : "1") + member.identity());
    }

    /**
     * Where a channel stood in the list when a page ended with it.
     *
     * @param pinned when it was pinned; null if it was not
     */
    private record Place(@Nullable Instant pinned, long activity, String id) {
        static Place of(Tx tx, Channel channel) {
            return new Place(
                    channel.pinnedAt(),
                    tx.number("SELECT activity_seq FROM channels WHERE channel_id = ?", channel.id()),
                    channel.id());
        }

        static Place parse(String text, Page.Request request) {
            String[] parts = text.split(" ", 3);
            try {
                if (parts.length == 3) {
                    return new Place(
                            parts[0].isEmpty() ? null : Times.checked(Instant.parse(parts[0])),
                            Long.parseLong(parts[1]),
                            parts[2]);
                }
            } catch (DateTimeException | NumberFormatException | InvalidException e) {
                // Not a cursor of this list; refused below.
            }
            throw request.foreign();
        }

        String text() {
            return (pinned == null ? "" : pinned) + " " + activity + " " + id;
        }
    }
}
