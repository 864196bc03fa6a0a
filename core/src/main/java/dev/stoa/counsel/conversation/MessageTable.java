package dev.stoa.counsel.conversation;

import dev.stoa.base.InvalidException;
import dev.stoa.base.VerificationException;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of messages. Thread-safe. */
final class MessageTable {
    private static final String COLUMNS = """
            m.message_id, m.conversation_id, m.seq, m.role, m.content, m.key_id, m.callout_type, m.models_used,
                m.accuracy_level, m.confidence, m.notices, m.query_id, m.reply_to, m.created_at, m.tokens""";

    private final Seal seal;

    MessageTable(Seal seal) {
        this.seal = seal;
    }

    Optional<Message> find(Tx tx, String id) {
        return tx.one("SELECT " + COLUMNS + " FROM messages m WHERE m.message_id = ?", row -> map(row, false), id);
    }

    /** The messages beyond a start, in its order. */
    List<Message> from(Tx tx, String conversation, MessageRequest.Start start, int most, boolean skipUnreadable) {
        boolean up = start.order() == MessageRequest.Order.ASC;
        return tx.list(
                "SELECT " + COLUMNS + " FROM messages m WHERE m.conversation_id = ? AND m.seq " + (up ? "> ?" : "< ?")
                        + " ORDER BY m.seq " + (up ? "ASC" : "DESC") + " LIMIT ?",
                row -> map(row, skipUnreadable),
                conversation,
                start.seq(),
                most);
    }

    /** The newest messages within two numbers, the oldest first. */
    List<Message> within(Tx tx, String conversation, long after, long upTo, int most) {
        return tx.list(
                        "SELECT " + COLUMNS
                                + " FROM messages m WHERE m.conversation_id = ? AND m.seq > ? AND m.seq <= ?"
                                + " ORDER BY m.seq DESC LIMIT ?",
                        row -> map(row, false),
                        conversation,
                        after,
                        upTo,
                        most)
                .reversed();
    }

    /** The newest messages within two numbers, the oldest first, as many as have no more tokens than there is room. */
    List<Message> fitting(Tx tx, String conversation, long after, long upTo, int most, long room) {
        List<Message> kept = new ArrayList<>();
        long[] left = {room};
        // Those that do not fit are opened and let go of one by one: all of them may not fit into memory.
        tx.each(
                "SELECT " + COLUMNS + " FROM messages m WHERE m.conversation_id = ? AND m.seq > ? AND m.seq <= ?"
                        + " ORDER BY m.seq DESC LIMIT ?",
                row -> {
                    Message message = map(row, false);
                    left[0] = left[0] < 0 ? left[0] : left[0] - message.tokens();
                    if (left[0] >= 0) {
                        kept.add(message);
                    }
                },
                conversation,
                after,
                upTo,
                most);
        return kept.reversed();
    }

    private Message map(Row row, boolean skipUnreadable) {
        String id = row.text(1);
        String conversation = row.text(2);
        String stored = row.textOrNull(5);
        String content = null;
        boolean unreadable = false;
        if (stored != null) {
            try {
                content = seal.open(SealedColumn.CONTENT, id, conversation, stored, row.numberOrNull(6));
            } catch (VerificationException broken) {
                if (!skipUnreadable) {
                    throw broken;
                }
                unreadable = true;
            }
        }
        Long tokens = row.numberOrNull(15);
        return new Message(
                id,
                conversation,
                row.number(3),
                row.text(4),
                content,
                unreadable,
                row.textOrNull(7),
                texts(row.textOrNull(8)),
                row.textOrNull(9),
                row.textOrNull(10),
                texts(row.textOrNull(11)),
                row.textOrNull(12),
                row.textOrNull(13),
                row.instant(14),
                tokens == null ? 0 : tokens);
    }

    /** A stored array of texts. Files of another program may hold a bare name. */
    private static List<String> texts(@Nullable String stored) {
        if (stored == null || stored.isBlank() || stored.equals("[]")) {
            return List.of();
        }
        try {
            return Json.parseArray(stored).stream().map(String::valueOf).toList();
        } catch (InvalidException notAnArray) {
            return List.of(stored);
        }
    }
}
