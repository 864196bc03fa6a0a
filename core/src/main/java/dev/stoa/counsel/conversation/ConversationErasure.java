package dev.stoa.counsel.conversation;

import dev.stoa.base.Principal;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the texts out of a conversation, wherever the archive keeps them. Thread-safe. Rows, ids and numbers stay, so
 * that what refers to them does not break; it must run in a unit that erases, so that the bytes go too.
 */
final class ConversationErasure {
    private final CounselContext context;

    ConversationErasure(CounselContext context) {
        this.context = context;
    }

    /** Erases the texts, and counts by table the rows that had some. */
    Map<String, Long> run(Tx tx, Principal by, ConversationRow row, Instant now) {
        Map<String, Long> erased = new LinkedHashMap<>();
        erased.put("message_keywords", unindex(tx, row));
        erased.put("messages", messages(tx, row, now));
        erased.put("context_backups", (long) tx.update("""
                        UPDATE context_backups SET backup_text = NULL, key_id = NULL
                        WHERE conversation_id = ? AND backup_text IS NOT NULL""", row.id()));
        erased.put("model_runs", (long) tx.update("""
                        UPDATE model_runs SET raw_response = NULL, key_id = NULL
                        WHERE conversation_id = ? AND raw_response IS NOT NULL""", row.id()));
        erased.put("corrections", corrections(tx, by, row, now));
        erased.put("conversations", (long) tx.update("""
                        UPDATE conversations SET title = '', key_id = NULL, tail_hash = NULL, erased_at = ?, updated_at = ?
                        WHERE conversation_id = ?""", now, now, row.id()));
        erased.put("audit_log", audit(tx, by, row, now));
        return erased;
    }

    /** Takes the messages out of the index, with what they add to its counts. */
    private static long unindex(Tx tx, ConversationRow row) {
        tx.update("""
                UPDATE archive_sequence SET value = value - (SELECT count(*) FROM messages m
                    WHERE m.conversation_id = ? AND m.index_seq IS NOT NULL AND m.erased_at IS NULL)
                WHERE name = 'indexed_messages'""", row.id());
        tx.update("""
                UPDATE archive_sequence SET value = value - (SELECT COALESCE(sum(m.term_count), 0) FROM messages m
                    WHERE m.conversation_id = ? AND m.index_seq IS NOT NULL AND m.erased_at IS NULL)
                WHERE name = 'indexed_terms'""", row.id());
        List<String> words = tx.list(
                "SELECT DISTINCT keyword FROM message_keywords WHERE conversation_id = ? AND keyword LIKE 'h:%'",
                found -> found.text(1), row.id());
        long rows = tx.update("DELETE FROM message_keywords WHERE conversation_id = ?", row.id());
        // What stood behind a sealed word goes with its last message.
        tx.batch("""
                DELETE FROM keyword_terms WHERE term = ?
                    AND NOT EXISTS (SELECT 1 FROM message_keywords k WHERE k.keyword = keyword_terms.term)""", words, word -> Tx.values(word));
        return rows;
    }

    /** A new number of the index tells every process that the messages changed. */
    private static long messages(Tx tx, ConversationRow row, Instant now) {
        long texts =
                tx.number("SELECT count(*) FROM messages WHERE conversation_id = ? AND content IS NOT NULL", row.id());
        long last = tx.one("""
                        INSERT INTO archive_sequence (name, value) VALUES ('index', ?)
                        ON CONFLICT (name) DO UPDATE SET value = archive_sequence.value + excluded.value
                        RETURNING value""", found -> found.number(1), row.lastSeq()).orElseThrow();
        tx.update("""
                UPDATE messages SET content = NULL, key_id = NULL, term_count = NULL, erased_at = ?, index_seq = ? + seq
                WHERE conversation_id = ?""", now, last - row.lastSeq(), row.id());
        return texts;
    }

    /** What was learned for this conversation alone holds no longer and loses its words. */
    private long corrections(Tx tx, Principal by, ConversationRow row, Instant now) {
        List<String> ids = tx.list(
                "SELECT id FROM corrections WHERE scope = 'conversation' AND scope_id = ? ORDER BY id",
                found -> found.text(1),
                row.id());
        for (String id : ids) {
            boolean retired = tx.update("""
                            UPDATE corrections SET status = 'retired'
                            WHERE id = ? AND status IN ('active', 'proposed')""", id) == 1;
            tx.update("""
                    UPDATE corrections SET subject = '', claim = '', rejected = '', question = NULL, embedding = NULL,
                        embedding_model = NULL, subject_key = '', key_id = NULL, change_seq = ?
                    WHERE id = ?""", tx.next("correction_change"), id);
            if (retired) {
                retired(tx, by, row, id, now);
            }
        }
        return ids.size();
    }

    private void retired(Tx tx, Principal by, ConversationRow row, String id, Instant now) {
        tx.update("""
                INSERT INTO correction_events (id, seq, created_at, correction_id, event, details)
                VALUES (?, ?, ?, ?, 'retired', '{}')""", context.ids().next(), tx.next("correction_event"), now, id);
        AuditEvent event = AuditEvent.of("correction", by.trace(), Json.object("id", id, "event", "retired"));
        context.audit().append(tx, event.about(null, row.id()), now);
    }

    private long audit(Tx tx, Principal by, ConversationRow row, Instant now) {
        long entries = context.audit().eraseConversation(tx, by.trace(), row.id(), now);
        if (entries == 0) {
            // The act is on record also where there was nothing to erase of earlier ones.
            AuditEvent event = AuditEvent.of("erasure", by.trace(), Json.object("seqs", List.of()));
            context.audit().append(tx, event.about(null, row.id()), now);
        }
        return entries;
    }
}
