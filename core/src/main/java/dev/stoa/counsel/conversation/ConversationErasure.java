package dev.stoa.counsel.conversation;

import dev.stoa.base.Principal;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        // What a service said of a failure may quote the prompt.
        erased.put("model_runs", (long) tx.update("""
                        UPDATE model_runs SET raw_response = NULL, key_id = NULL, error = NULL
                        WHERE conversation_id = ? AND (raw_response IS NOT NULL OR error IS NOT NULL)""", row.id()));
        erased.put("queries", queries(tx, by, row, now));
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

    /**
     * What was learned for this conversation alone, or in its words, holds no longer and loses them; what was learned in
     * other words loses those that were taken from it.
     */
    private long corrections(Tx tx, Principal by, ConversationRow row, Instant now) {
        List<String> whole = tx.list(
                "SELECT id FROM corrections WHERE (scope = 'conversation' AND scope_id = ?) OR (" + holds(tx) + " AND "
                        + holds(tx) + ") ORDER BY id",
                found -> found.text(1),
                row.id(),
                lineage(row),
                "\"heard\":true");
        for (String id : whole) {
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
        return whole.size() + quoting(tx, row);
    }

    private static String holds(Tx tx) {
        return tx.dialect().pick("instr(metadata, ?) > 0", "strpos(metadata, ?) > 0");
    }

    private static String lineage(ConversationRow row) {
        return "\"conversation_id\":" + Json.write(row.id());
    }

    /** What corrections in other words took from the conversation: the answer that they reject, and its question. */
    private long quoting(Tx tx, ConversationRow row) {
        record Quoting(String id, String subject, String claim) {}
        List<Quoting> all = tx.list(
                "SELECT id, subject, claim, key_id FROM corrections WHERE (rejected <> '' OR question IS NOT NULL) AND "
                        + holds(tx) + " ORDER BY id",
                found -> new Quoting(
                        found.text(1),
                        open(SealedColumn.SUBJECT, found.text(1), found.text(2), found.numberOrNull(4)),
                        open(SealedColumn.CLAIM, found.text(1), found.text(3), found.numberOrNull(4))),
                lineage(row));
        for (Quoting one : all) {
            // A row has one key, so that all of it is sealed again; its vector is made again from its text.
            Seal.RowSeal seal = context.seal().row();
            tx.update(
                    """
                    UPDATE corrections SET subject = ?, claim = ?, rejected = ?, question = NULL, embedding = NULL,
                        embedding_model = NULL, key_id = ?, change_seq = ? WHERE id = ?""",
                    seal.text(SealedColumn.SUBJECT, one.id(), "", one.subject()),
                    seal.text(SealedColumn.CLAIM, one.id(), "", one.claim()),
                    seal.text(SealedColumn.REJECTED, one.id(), "", ""),
                    seal.keyId(),
                    tx.next("correction_change"),
                    one.id());
        }
        return all.size();
    }

    private String open(SealedColumn column, String id, String stored, @Nullable Long key) {
        return context.seal().open(column, id, "", stored, key);
    }

    private void retired(Tx tx, Principal by, ConversationRow row, String id, Instant now) {
        tx.update("""
                INSERT INTO correction_events (id, seq, created_at, correction_id, event, details)
                VALUES (?, ?, ?, ?, 'retired', '{}')""", context.ids().next(), tx.next("correction_event"), now, id);
        AuditEvent event = AuditEvent.of("correction", by.trace(), Json.object("id", id, "event", "retired"));
        context.audit().append(tx, event.about(null, row.id()), now);
    }

    /** Stops what is being asked, for its replies would bring the texts back; errors may quote what they are about. */
    private long queries(Tx tx, Principal by, ConversationRow row, Instant now) {
        List<String[]> open = tx.list(
                "SELECT query_id, session_id, question_id, level FROM queries WHERE conversation_id = ?"
                        + " AND state NOT IN ('answered', 'blocked', 'failed', 'cancelled') ORDER BY query_id",
                found -> new String[] {found.text(1), found.text(2), found.text(3), found.text(4)},
                row.id());
        long said =
                tx.update("UPDATE queries SET error = NULL WHERE conversation_id = ? AND error IS NOT NULL", row.id());
        for (String[] query : open) {
            tx.update(
                    "UPDATE queries SET state = 'cancelled', error = 'erased', updated_at = ? WHERE query_id = ?",
                    now,
                    query[0]);
            Map<String, @Nullable Object> details = Json.object(
                    "query_id",
                    query[0],
                    "question_id",
                    query[2],
                    "level",
                    query[3],
                    "state",
                    "cancelled",
                    "error",
                    "erased");
            AuditEvent event = AuditEvent.of("query_failed", by.trace(), details)
                    .about(query[1], row.id())
                    .once("query_failed:" + query[0]);
            context.audit().append(tx, event, now);
        }
        return open.size() + said;
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
