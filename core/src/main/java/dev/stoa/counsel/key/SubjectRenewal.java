package dev.stoa.counsel.key;

import dev.stoa.base.VerificationException;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.correction.SubjectKey;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.storage.Tx;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the key of the subject of every correction once more. Used by one thread. */
final class SubjectRenewal {
    private static final int AT_ONCE = 500;

    private final CounselContext context;

    SubjectRenewal(CounselContext context) {
        this.context = context;
    }

    private record Old(String id, String subject, @Nullable Long keyId, boolean active) {}

    void run() {
        String after = "";
        List<Old> rows;
        do {
            String from = after;
            rows = context.archive().write(tx -> {
                context.seal().admit(tx);
                return batch(tx, from);
            });
            after = rows.isEmpty() ? after : rows.getLast().id();
        } while (rows.size() == AT_ONCE);
    }

    private List<Old> batch(Tx tx, String after) {
        List<Old> rows = tx.list(
                "SELECT id, subject, key_id, status FROM corrections WHERE id > ? AND subject_key IS NOT NULL"
                        + " ORDER BY id LIMIT ?",
                row -> new Old(
                        row.text(1),
                        row.text(2),
                        row.numberOrNull(3),
                        row.text(4).equals("active")),
                after,
                AT_ONCE);
        rows.forEach(row -> renew(tx, row));
        return rows;
    }

    private void renew(Tx tx, Old row) {
        String subject;
        try {
            subject = context.seal().open(SealedColumn.SUBJECT, row.id(), "", row.subject(), row.keyId());
        } catch (VerificationException e) {
            // It meets no other any more, which is what a subject that cannot be read must do.
            tx.update("UPDATE corrections SET subject_key = ? WHERE id = ?", "id:" + row.id(), row.id());
            return;
        }
        String key = SubjectKey.stored(context.seal(), row.id(), subject);
        String other = row.active() ? active(tx, row.id(), key) : null;
        if (other != null) {
            // A correction of the same subject came meanwhile, under the new key.
            supersede(tx, row.id(), other);
        }
        tx.update("UPDATE corrections SET subject_key = ? WHERE id = ?", key, row.id());
    }

    private static @Nullable String active(Tx tx, String id, String key) {
        return tx.one("""
                        SELECT o.id FROM corrections c JOIN corrections o ON o.scope = c.scope
                            AND COALESCE(o.scope_id, '') = COALESCE(c.scope_id, '') AND o.domain = c.domain
                        WHERE c.id = ? AND o.id <> c.id AND o.status = 'active' AND o.subject_key = ?""", row -> row.text(1), id, key).orElse(null);
    }

    private void supersede(Tx tx, String id, String other) {
        tx.update(
                "UPDATE corrections SET status = 'superseded', change_seq = ? WHERE id = ?",
                tx.next("correction_change"),
                id);
        if (tx.update(
                        "UPDATE corrections SET supersedes = ?, change_seq = ? WHERE id = ? AND supersedes IS NULL",
                        id,
                        tx.next("correction_change"),
                        other)
                > 0) {
            tx.update("UPDATE corrections SET superseded_by = ? WHERE id = ?", other, id);
        }
        tx.update("""
                INSERT INTO correction_events (id, seq, created_at, correction_id, event, details)
                VALUES (?, ?, ?, ?, 'superseded', '{}') ON CONFLICT (id) DO NOTHING""", "superseded:" + id, tx.next("correction_event"), context.now(), id);
    }
}
