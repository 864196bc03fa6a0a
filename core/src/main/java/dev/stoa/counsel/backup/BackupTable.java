package dev.stoa.counsel.backup;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.ConversationRow;
import dev.stoa.counsel.conversation.Messages;
import dev.stoa.counsel.conversation.TokenEstimate;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of notes, and what a note is made of. Thread-safe. */
final class BackupTable {
    private static final int MOST_MESSAGES = 60;
    private static final int MOST_CLAIMS = 200;
    private static final String SELECT = """
            SELECT b.backup_id, b.conversation_id, b.specialist, b.trigger, b.thread_number, b.backup_text, b.key_id,
                b.token_estimate, b.created_at, b.covers_seq, b.author,
                CASE WHEN c.last_seq > 0 AND b.covers_seq = c.last_seq AND b.thread_number = (
                        SELECT max(n.thread_number) FROM context_backups n
                        WHERE n.conversation_id = b.conversation_id AND n.specialist = b.specialist)
                    THEN 1 ELSE 0 END
            FROM context_backups b JOIN conversations c ON c.conversation_id = b.conversation_id""";

    private static final String INSERT = """
            INSERT INTO context_backups (backup_id, conversation_id, specialist, trigger, thread_number, backup_text,
                token_estimate, created_at, covers_seq, author, key_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    // Those of one user that hold in one conversation.
    private static final String IN_SCOPE = """
             AND user_id = ? AND (scope = 'global' OR (scope = 'project' AND scope_id = ?)
                OR (scope = 'conversation' AND scope_id = ?))
            ORDER BY change_seq DESC LIMIT ?""";

    private final CounselContext context;
    private final Messages messages;

    BackupTable(CounselContext context) {
        this.context = context;
        this.messages = Messages.over(context);
    }

    /** A page of the notes of a conversation, the newest first. */
    Page<Backup> list(Tx tx, String conversation, Page.Request page) {
        record Listed(Backup note, double at) {}
        BackupCursor after = BackupCursor.of(page.cursor());
        List<Listed> rows = tx.list(
                SELECT + " WHERE b.conversation_id = ? AND (b.created_at < ? OR b.created_at = ? AND b.backup_id < ?)"
                        + " ORDER BY b.created_at DESC, b.backup_id DESC LIMIT ?",
                row -> new Listed(map(row), row.real(9)),
                conversation,
                after.at(),
                after.at(),
                after.backupId(),
                page.limit() + 1);
        List<Listed> items = rows.subList(0, Math.min(rows.size(), page.limit()));
        return new Page<>(
                items.stream().map(Listed::note).toList(),
                rows.size() <= page.limit()
                        ? null
                        : new BackupCursor(
                                        items.getLast().at(),
                                        items.getLast().note().backupId())
                                .text());
    }

    Optional<Backup> latest(Tx tx, String conversation, String specialist) {
        return tx.one(
                SELECT + " WHERE b.conversation_id = ? AND b.specialist = ? ORDER BY b.thread_number DESC LIMIT 1",
                this::map,
                conversation,
                specialist);
    }

    private Optional<Backup> ofThread(Tx tx, TokenCounter counter) {
        return tx.one(
                SELECT + " WHERE b.conversation_id = ? AND b.specialist = ? AND b.thread_number = ?",
                this::map,
                counter.conversationId(),
                counter.specialist(),
                counter.threadNumber());
    }

    private Backup map(Row row) {
        String text = row.textOrNull(6);
        return new Backup(
                row.text(1),
                row.text(2),
                row.text(3),
                row.text(4),
                row.number(5),
                text == null
                        ? null
                        : context.seal().open(SealedColumn.BACKUP, row.text(1), row.text(2), text, row.numberOrNull(7)),
                row.number(8),
                row.instant(9),
                row.number(10),
                row.text(11),
                row.flag(12));
    }

    /** What a note of a specialist is made of now. */
    NoteSource source(Tx tx, ConversationRow row, TokenCounter counter, BackupTrigger trigger) {
        Optional<Backup> previous = latest(tx, row.id(), counter.specialist());
        return new NoteSource(
                counter,
                trigger,
                row.lastSeq(),
                previous.map(Backup::coversSeq).orElse(0L),
                previous.map(Backup::text).orElse(null),
                messages.within(tx, row.id(), 0, row.lastSeq(), MOST_MESSAGES),
                claims(tx, row, "status = 'active' AND type = 'preference'"),
                claims(tx, row, "status IN ('retired', 'superseded')"));
    }

    private List<String> claims(Tx tx, ConversationRow row, String which) {
        return tx.list(
                "SELECT id, claim, key_id FROM corrections WHERE " + which + IN_SCOPE,
                found -> context.seal()
                        .open(SealedColumn.CLAIM, found.text(1), "", found.text(2), found.numberOrNull(3)),
                row.userId(),
                row.projectId(),
                row.id(),
                MOST_CLAIMS);
    }

    /** Stores a note and starts the next thread; if the thread is closed already, the note that closed it is returned. */
    Backup store(Tx tx, Principal by, NoteSource source, String text, String author, Instant now) {
        TokenCounter counter = source.counter();
        Optional<Backup> first = ofThread(tx, counter);
        if (first.isPresent()) {
            return first.get();
        }
        Optional<Backup> latest = latest(tx, counter.conversationId(), counter.specialist());
        if (latest.filter(note -> note.coversSeq() >= source.coversSeq()).isPresent()) {
            return latest.get();
        }
        ConversationRow row = ConversationRow.any(tx, counter.conversationId());
        if (row.erased()) {
            throw new ConflictException("erased", "conversation " + row.id() + " was erased", "begin another");
        }
        String id = context.ids().next();
        double at = time(tx, row, source, now);
        Seal.RowSeal seal = context.seal().row();
        int tokens = TokenEstimate.of(text);
        tx.update(
                INSERT,
                id,
                row.id(),
                counter.specialist(),
                source.trigger().text(),
                counter.threadNumber(),
                seal.text(SealedColumn.BACKUP, id, row.id(), text),
                tokens,
                at,
                source.coversSeq(),
                author,
                seal.keyId());
        tx.update("UPDATE conversations SET last_at = ? WHERE conversation_id = ?", row.at(at), row.id());
        TokenCounters.reset(tx, counter, source.coversSeq(), now);
        Backup stored = latest(tx, row.id(), counter.specialist()).orElseThrow();
        context.audit().append(tx, event(by, stored), now);
        return stored;
    }

    /**
     * The time of a note. One that covers everything is later than the last message by the least there is, so that it is
     * later even while the clock stands; one that does not, because something was said while it was written, is not.
     */
    private static double time(Tx tx, ConversationRow row, NoteSource source, Instant now) {
        double at = (Double) TimeForm.UNIX_SECONDS.stored(now);
        if (source.coversSeq() < row.lastSeq()) {
            return tx.one(
                            "SELECT created_at FROM messages WHERE conversation_id = ? AND seq = ?",
                            found -> found.real(1),
                            row.id(),
                            row.lastSeq())
                    .orElse(at);
        }
        return row.lastAt() == null ? at : Math.max(at, Math.nextUp(row.lastAt()));
    }

    private static AuditEvent event(Principal by, Backup note) {
        return new AuditEvent(
                "context_backup",
                by.trace(),
                null,
                note.conversationId(),
                null,
                note.specialist(),
                null,
                null,
                null,
                null,
                null,
                Json.object(
                        "backup_id",
                        note.backupId(),
                        "trigger",
                        note.trigger(),
                        "thread_number",
                        note.threadNumber(),
                        "covers_seq",
                        note.coversSeq(),
                        "author",
                        note.author()));
    }
}
