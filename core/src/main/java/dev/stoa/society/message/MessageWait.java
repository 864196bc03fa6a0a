package dev.stoa.society.message;

import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.json.JsonFields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What somebody waits for. Immutable.
 *
 * @param channel null for any that the actor sees
 * @param timeout how long, up to 600 seconds
 * @param mentions whether only a mention of the actor ends it
 * @param peek whether what comes stays unread
 * @param limit most messages, 1 to 500
 */
public record MessageWait(@Nullable String channel, Duration timeout, boolean mentions, boolean peek, int limit) {
    /** How long one waits unless it is said. */
    public static final Duration DEFAULT = Duration.ofSeconds(60);

    private static final long LONGEST = 600;

    public MessageWait {
        Bounds.real("timeout", timeout.toMillis() / 1000.0, 0, LONGEST);
        Page.Request.first(limit);
    }

    /** For a message of somebody else in any channel. */
    public static MessageWait any(Duration timeout) {
        return new MessageWait(null, timeout, false, false, Page.Request.DEFAULT_LIMIT);
    }

    /** For a message of somebody else in a channel. */
    public static MessageWait in(String channel, Duration timeout) {
        return new MessageWait(channel, timeout, false, false, Page.Request.DEFAULT_LIMIT);
    }

    public static MessageWait fromJson(JsonFields fields) {
        MessageWait wait = new MessageWait(
                fields.textOrNull("channel"),
                Duration.ofMillis(Math.round(1_000 * fields.real("timeout", (double) DEFAULT.toSeconds()))),
                fields.flag("mentions", false),
                fields.flag("peek", false),
                (int) Bounds.whole("limit", fields.whole("limit", Page.Request.DEFAULT_LIMIT), 1, 500));
        fields.end();
        return wait;
    }

    /** The same, for a mention of the actor alone. */
    public MessageWait forMentions() {
        return new MessageWait(channel, timeout, true, peek, limit);
    }

    /** The same; nothing is read by it. */
    public MessageWait peeking() {
        return new MessageWait(channel, timeout, mentions, true, limit);
    }
}
