package dev.stoa.counsel.key;

import dev.stoa.base.VerificationException;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.TailHash;
import dev.stoa.storage.Tx;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the tail hash of every conversation once more, from its messages. Used by one thread. */
final class TailRenewal {
    private static final int AT_ONCE = 50;

    private final CounselContext context;

    TailRenewal(CounselContext context) {
        this.context = context;
    }

    void run() {
        String after = "";
        List<String> ids;
        do {
            String from = after;
            ids = context.archive().write(tx -> {
                context.seal().admit(tx);
                return batch(tx, from);
            });
            after = ids.isEmpty() ? after : ids.getLast();
        } while (ids.size() == AT_ONCE);
    }

    private List<String> batch(Tx tx, String after) {
        List<String> ids = tx.list(
                "SELECT conversation_id FROM conversations WHERE conversation_id > ? AND tail_hash IS NOT NULL"
                        + " ORDER BY conversation_id LIMIT ?",
                row -> row.text(1),
                after,
                AT_ONCE);
        for (String id : ids) {
            tx.update("UPDATE conversations SET tail_hash = ? WHERE conversation_id = ?", tail(tx, id), id);
        }
        return ids;
    }

    /** The hash; null if a message does not open, since then no client can name the conversation by its texts. */
    private @Nullable String tail(Tx tx, String id) {
        try {
            return TailHash.of(context.seal(), tx, id);
        } catch (VerificationException e) {
            return null;
        }
    }
}
