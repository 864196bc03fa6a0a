package dev.stoa.society.message;

import dev.stoa.json.Json;
import dev.stoa.society.work.WorkOffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What waits for an agent. Immutable.
 *
 * @param items channels with something unread, those with mentions of the agent first
 * @param offers the work that is offered to it
 */
public record Inbox(List<Item> items, List<WorkOffer> offers) {
    public Inbox {
        items = List.copyOf(items);
        offers = List.copyOf(offers);
    }

    /**
     * A channel with something unread.
     *
     * @param mentions how many of the unread messages mention the agent
     */
    public record Item(
            String channelId,
            String channel,
            @Nullable String topic,
            long unread,
            long mentions,
            long lastSeq,
            long lastSeenSeq) {
        /** The channel as an inbox shows it. */
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "channel_id", channelId,
                    "channel", channel,
                    "topic", topic,
                    "unread", unread,
                    "mentions", mentions,
                    "last_seq", lastSeq,
                    "last_seen_seq", lastSeenSeq);
        }
    }

    /** The inbox as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "items",
                items.stream().map(Item::document).toList(),
                "offers",
                offers.stream().map(WorkOffer::document).toList());
    }
}
