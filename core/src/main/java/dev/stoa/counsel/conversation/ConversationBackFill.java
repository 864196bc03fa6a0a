package dev.stoa.counsel.conversation;

import dev.stoa.counsel.seal.Seal;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives conversations and messages of an older archive their order and their numbers of tokens. Stateless; each step may
 * run again. At the version of a step the columns of later ones do not exist, and nothing is sealed.
 */
public final class ConversationBackFill {
    private ConversationBackFill() {}

    /** Numbers projects, conversations and messages in the order of their times. */
    public static void order(Tx tx) {
        number(tx, "projects", "project_id");
        number(tx, "conversations", "conversation_id");
        // Rows of equal times keep the order in which they were written, where the backend knows it.
        String written = tx.dialect().pick("rowid", "message_id");
        tx.update("""
                UPDATE messages SET seq = numbered.place FROM (
                    SELECT m.message_id AS id, COALESCE((SELECT max(n.seq) FROM messages n
                            WHERE n.conversation_id = m.conversation_id), 0)
                        + row_number() OVER (PARTITION BY m.conversation_id ORDER BY m.created_at, m.%s) AS place
                    FROM messages m WHERE m.seq IS NULL) AS numbered
                WHERE messages.message_id = numbered.id""".formatted(written));
        tails(tx);
    }

    private static void number(Tx tx, String table, String id) {
        tx.list("SELECT " + id + " FROM " + table + " WHERE seq IS NULL ORDER BY created_at, " + id, row -> row.text(1))
                .forEach(
                        one -> tx.update("UPDATE " + table + " SET seq = ? WHERE " + id + " = ?", tx.next(table), one));
    }

    private static final class Tail {
        private @Nullable String hash;
        private boolean whole = true;
        private long last;
        private double at;
    }

    private static void tails(Tx tx) {
        Map<String, Tail> tails = new HashMap<>();
        tx.each("""
                SELECT m.conversation_id, m.seq, m.role, m.content, m.created_at FROM messages m
                JOIN conversations c ON c.conversation_id = m.conversation_id
                WHERE c.last_seq = 0 AND c.erased_at IS NULL ORDER BY m.conversation_id, m.seq""", row -> {
            Tail tail = tails.computeIfAbsent(row.text(1), made -> new Tail());
            String content = row.textOrNull(4);
            MessageRole role = row.text(3).equals("user") ? MessageRole.USER : MessageRole.ASSISTANT;
            tail.whole &= content != null;
            tail.hash = content == null
                    ? null
                    : TailHash.next(Seal.plain(), tail.hash, role, content.getBytes(StandardCharsets.UTF_8));
            tail.last = row.number(2);
            tail.at = Math.max(tail.at, row.real(5));
        });
        tx.batch(
                "UPDATE conversations SET last_seq = ?, last_at = ?, tail_hash = ? WHERE conversation_id = ?",
                new ArrayList<>(tails.entrySet()),
                entry -> {
                    Tail tail = entry.getValue();
                    return Tx.values(tail.last, tail.at, tail.whole ? tail.hash : null, entry.getKey());
                });
    }

    /** Estimates the tokens of messages, says what notes cover and counts once more. */
    public static void tokens(Tx tx) {
        tx.update("""
                UPDATE messages SET tokens = CASE WHEN length(COALESCE(content, '')) < 8 THEN 1
                    ELSE length(content) / 4 END WHERE tokens IS NULL""");
        tx.update("""
                UPDATE context_backups SET covers_seq = (SELECT count(*) FROM messages m
                    WHERE m.conversation_id = context_backups.conversation_id
                        AND m.created_at < context_backups.created_at)
                WHERE covers_seq = 0 AND EXISTS (SELECT 1 FROM messages m
                    WHERE m.conversation_id = context_backups.conversation_id
                        AND m.created_at < context_backups.created_at)""");
        tx.update("""
                UPDATE token_counters SET
                    last_message_at = (SELECT max(m.created_at) FROM messages m
                        WHERE m.conversation_id = token_counters.conversation_id),
                    thread_number = 1 + (SELECT count(*) FROM context_backups b
                        WHERE b.conversation_id = token_counters.conversation_id
                            AND b.specialist = token_counters.specialist),
                    token_estimate = (SELECT COALESCE(sum(m.tokens), 0) FROM messages m
                        WHERE m.conversation_id = token_counters.conversation_id
                            AND m.seq > COALESCE((SELECT max(b.covers_seq) FROM context_backups b
                                WHERE b.conversation_id = token_counters.conversation_id
                                    AND b.specialist = token_counters.specialist), 0)),
                    message_count = (SELECT count(*) FROM messages m
                        WHERE m.conversation_id = token_counters.conversation_id
                            AND m.seq > COALESCE((SELECT max(b.covers_seq) FROM context_backups b
                                WHERE b.conversation_id = token_counters.conversation_id
                                    AND b.specialist = token_counters.specialist), 0))
                WHERE last_message_at IS NULL""");
    }
}
