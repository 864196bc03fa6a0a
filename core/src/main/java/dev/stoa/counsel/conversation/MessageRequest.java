package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Which messages of a conversation to return. Immutable.
 *
 * @param order null for that of the cursor, and for the newest messages without one
 * @param skipUnreadable whether a message that does not open is returned without its text instead of failing the page
 */
public record MessageRequest(
        int limit, @Nullable String cursor, @Nullable Order order, boolean skipUnreadable) {
    /** The two ways through a conversation. */
    public enum Order {
        /** From the start to the end. */
        ASC,
        /** From the newest page to older ones; each page is shown oldest first. */
        DESC
    }

    public MessageRequest {
        // The bound of the limit is the same for all lists.
        Bounds.given("page", new Page.Request(limit, null));
    }

    /** The newest messages. */
    public static MessageRequest newest(int limit) {
        return new MessageRequest(limit, null, null, false);
    }

    /** The first messages. */
    public static MessageRequest oldest(int limit) {
        return new MessageRequest(limit, null, Order.ASC, false);
    }

    /** The same request at the next page. */
    public MessageRequest at(@Nullable String next) {
        return new MessageRequest(limit, next, order, skipUnreadable);
    }

    /**
     * Where a page begins.
     *
     * @param seq the number before or after which it begins
     */
    record Start(Order order, long seq) {
        private static final String MARK = "m";

        String cursor(String conversation) {
            String text = MARK + "|" + conversation + "|" + seq + "|" + (order == Order.ASC ? "asc" : "desc");
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        static Start of(String conversation, String cursor) {
            try {
                String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
                String[] parts = text.split("\\|", -1);
                if (parts.length == 4 && parts[0].equals(MARK) && parts[1].equals(conversation)) {
                    Start start = new Start(parts[3].equals("asc") ? Order.ASC : Order.DESC, Long.parseLong(parts[2]));
                    if (start.cursor(conversation).equals(cursor)) {
                        return start;
                    }
                }
            } catch (IllegalArgumentException e) {
                // Not a cursor of this program; refused below.
            }
            throw new InvalidException(
                    "invalid",
                    "cursor " + Bounds.shown(cursor) + " is not from a page of conversation " + conversation,
                    "use the next of its page before, or none");
        }
    }

    Start start(String conversation) {
        if (cursor == null) {
            return order == Order.ASC ? new Start(Order.ASC, 0) : new Start(Order.DESC, Long.MAX_VALUE);
        }
        Start start = Start.of(conversation, cursor);
        if (order != null && order != start.order()) {
            throw new InvalidException(
                    "invalid",
                    "cursor " + Bounds.shown(cursor) + " is of the other order",
                    "go on in the order of its page, or start without it");
        }
        return start;
    }
}
