package dev.stoa.counsel.correction;

import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives corrections of an older archive their keys, their order and their first events. Stateless; it may run again, and
 * then takes what has come since. Of several active ones of one subject the newest stays active.
 */
public final class CorrectionBackFill {
    private CorrectionBackFill() {}

    private record Old(
            String id,
            double createdAt,
            String subject,
            String domain,
            String scope,
            String scopeId,
            boolean active,
            boolean proposed) {}

    /** Fills all plain rows that have no key. */
    public static void run(Tx tx) {
        List<Old> rows = tx.list(
                """
                SELECT id, created_at, subject, domain, scope, COALESCE(scope_id, ''), status FROM corrections
                WHERE subject_key IS NULL AND key_id IS NULL ORDER BY created_at, id""",
                row -> new Old(
                        row.text(1),
                        row.real(2),
                        row.text(3),
                        row.text(4),
                        row.text(5),
                        row.text(6),
                        row.text(7).equals(CorrectionStatus.ACTIVE.text()),
                        row.text(7).equals(CorrectionStatus.PROPOSED.text())));
        Map<String, String> activeBefore = new HashMap<>();
        for (Old row : rows) {
            List<String> terms = SubjectKey.terms(row.subject());
            // A subject without a term meets no other.
            String key = terms.isEmpty() ? "id:" + row.id() : String.join(" ", terms);
            event(
                    tx,
                    row,
                    row.id(),
                    row.proposed() ? CorrectionEventKind.PROPOSED : CorrectionEventKind.CREATED,
                    Map.of());
            String before = row.active() ? active(tx, row, key, activeBefore) : null;
            if (before != null) {
                tx.update(
                        "UPDATE corrections SET status = 'superseded', superseded_by = ?, change_seq = ? WHERE id = ?",
                        row.id(),
                        CorrectionTable.nextChange(tx),
                        before);
                event(tx, row, before, CorrectionEventKind.SUPERSEDED, Json.object("superseded_by", row.id()));
            }
            tx.update("""
                    UPDATE corrections SET subject_key = ?, supersedes = COALESCE(?, supersedes), change_seq = ?
                    WHERE id = ?""", key, before, CorrectionTable.nextChange(tx), row.id());
        }
    }

    private static @Nullable String active(Tx tx, Old row, String key, Map<String, String> seen) {
        String place = String.join("\n", row.scope(), row.scopeId(), row.domain(), key);
        String before = seen.put(place, row.id());
        return before != null
                ? before
                : tx.one("""
                                SELECT id FROM corrections WHERE status = 'active' AND scope = ?
                                    AND COALESCE(scope_id, '') = ? AND domain = ? AND subject_key = ?""", found -> found.text(1), row.scope(), row.scopeId(), row.domain(), key)
                        .orElse(null);
    }

    private static void event(
            Tx tx, Old row, String id, CorrectionEventKind kind, Map<String, ? extends @Nullable Object> details) {
        // The id says what it is, so that another run could not store it twice.
        tx.update(
                """
                INSERT INTO correction_events (id, seq, created_at, correction_id, event, session_id, details)
                VALUES (?, ?, ?, ?, ?, NULL, ?) ON CONFLICT (id) DO NOTHING""",
                kind.text() + ":" + id,
                tx.next("correction_event"),
                row.createdAt(),
                id,
                kind.text(),
                Json.write(details));
    }
}
