package dev.stoa.society.message;

import dev.stoa.json.Json;
import dev.stoa.society.channel.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages that were received. Immutable.
 *
 * @param channelId null if somebody waited for any channel and none came
 * @param lastSeenSeq how far the channel is read now
 * @param unread how many are left
 * @param timedOut whether somebody waited and nothing came
 * @param closed whether the channel is archived or gone, so that nothing can come
 */
public record ReceivedMessages(
        @Nullable String channelId,
        @Nullable String channel,
        List<Message> items,
        @Nullable Long lastSeenSeq,
        long unread,
        boolean timedOut,
        boolean closed) {
    public ReceivedMessages {
        items = List.copyOf(items);
    }

    /** The messages as receiving shows them. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "channel_id",
                channelId,
                "channel",
                channel,
                "items",
                items.stream().map(Message::document).toList(),
                "last_seen_seq",
                lastSeenSeq,
                "unread",
                unread);
    }

    /** The messages as waiting shows them. */
    public Map<String, @Nullable Object> waited() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(document());
        all.put("timed_out", timedOut);
        all.put("closed", closed);
        return all;
    }
}
