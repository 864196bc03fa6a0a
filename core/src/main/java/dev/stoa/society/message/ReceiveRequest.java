package dev.stoa.society.message;

import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * How messages are received. Immutable.
 *
 * @param limit most messages, 1 to 500
 * @param own whether one's own count
 * @param peek whether they stay unread
 * @param from the number from which to read, whatever was read before; null to go on
 */
public record ReceiveRequest(
        int limit, boolean own, boolean peek, @Nullable Long from) {
    public ReceiveRequest {
        Page.Request.first(limit);
        if (from != null) {
            Bounds.whole("from", from, 1, Long.MAX_VALUE);
        }
    }

    /** The next unread messages of others. */
    public static ReceiveRequest next() {
        return new ReceiveRequest(Page.Request.DEFAULT_LIMIT, false, false, null);
    }

    public static ReceiveRequest fromJson(JsonFields fields) {
        ReceiveRequest receive = new ReceiveRequest(
                (int) Bounds.whole("limit", fields.whole("limit", Page.Request.DEFAULT_LIMIT), 1, 500),
                fields.flag("own", false),
                fields.flag("peek", false),
                fields.wholeOrNull("from"));
        fields.end();
        return receive;
    }

    /** The same with at most so many. */
    public ReceiveRequest limit(int most) {
        return new ReceiveRequest(most, own, peek, from);
    }

    /** The same with one's own messages. */
    public ReceiveRequest withOwn() {
        return new ReceiveRequest(limit, true, peek, from);
    }

    /** The same; nothing is read by it. */
    public ReceiveRequest peeking() {
        return new ReceiveRequest(limit, own, true, from);
    }

    /** The same from this number on. */
    public ReceiveRequest from(long seq) {
        return new ReceiveRequest(limit, own, peek, seq);
    }
}
