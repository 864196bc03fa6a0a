package dev.stoa.society;

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
public record Receive(
        int limit, boolean own, boolean peek, @Nullable Long from) {
    public Receive {
        Page.Request.first(limit);
        if (from != null) {
            Bounds.whole("from", from, 1, Long.MAX_VALUE);
        }
    }

    /** The next unread messages of others. */
    public static Receive next() {
        return new Receive(Page.Request.DEFAULT_LIMIT, false, false, null);
    }

    public static Receive fromJson(JsonFields fields) {
        Receive receive = new Receive(
                (int) Bounds.whole("limit", fields.whole("limit", Page.Request.DEFAULT_LIMIT), 1, 500),
                fields.flag("own", false),
                fields.flag("peek", false),
                fields.wholeOrNull("from"));
        fields.end();
        return receive;
    }

    /** The same with at most so many. */
    public Receive limit(int most) {
        return new Receive(most, own, peek, from);
    }

    /** The same with one's own messages. */
    public Receive withOwn() {
        return new Receive(limit, true, peek, from);
    }

    /** The same; nothing is read by it. */
    public Receive peeking() {
        return new Receive(limit, own, true, from);
    }

    /** The same from this number on. */
    public Receive from(long seq) {
        return new Receive(limit, own, peek, seq);
    }
}
