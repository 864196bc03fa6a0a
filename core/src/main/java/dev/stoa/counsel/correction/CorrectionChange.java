package dev.stoa.counsel.correction;

import dev.stoa.base.Trace;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One unit of work that changes corrections: every change with its event, and the audit rows of all of them at the end.
 * Not thread-safe; for one {@link Tx}.
 */
final class CorrectionChange {
    private final CounselContext context;
    private final Tx tx;
    private final Trace trace;
    private final Instant now;
    private final List<Map<String, @Nullable Object>> audited = new ArrayList<>();

    CorrectionChange(CounselContext context, Tx tx, Trace trace, Instant now) {
        this.context = context;
        this.tx = tx;
        this.trace = trace;
        this.now = now;
    }

    /** Stores a new correction. */
    void insert(Correction c) {
        CorrectionTable.insert(tx, context.seal(), c);
        event(
                c.id(),
                c.status() == CorrectionStatus.PROPOSED ? CorrectionEventKind.PROPOSED : CorrectionEventKind.CREATED,
                c.supersedes() == null ? Map.of() : Json.object("supersedes", c.supersedes()));
    }

    /** Lets another correction take the place of one; it must be called before that one is inserted. */
    void supersede(Correction old, String successor, CorrectionEventKind kind) {
        tx.update("""
                UPDATE corrections SET status = 'superseded', superseded_by = ?, effective_confidence = ?,
                    change_seq = ? WHERE id = ?""", successor, old.effectiveConfidence(), CorrectionTable.nextChange(tx), old.id());
        event(old.id(), kind, Json.object("superseded_by", successor));
    }

    /** Makes a correction active, or says again that it holds. */
    void confirm(Correction c, @Nullable String supersedes) {
        tx.update("""
                UPDATE corrections SET status = 'active', confirmed_at = ?, effective_confidence = ?, change_seq = ?,
                    supersedes = COALESCE(?, supersedes) WHERE id = ?""", now, c.confidence(), CorrectionTable.nextChange(tx), supersedes, c.id());
        event(
                c.id(),
                CorrectionEventKind.CONFIRMED,
                supersedes == null ? Map.of() : Json.object("supersedes", supersedes));
    }

    /** Withdraws a correction. */
    void retire(Correction c, Map<String, ? extends @Nullable Object> details) {
        tx.update(
                "UPDATE corrections SET status = 'retired', effective_confidence = ?, change_seq = ? WHERE id = ?",
                c.effectiveConfidence(),
                CorrectionTable.nextChange(tx),
                c.id());
        event(c.id(), CorrectionEventKind.RETIRED, details);
    }

    private void event(String id, CorrectionEventKind kind, Map<String, ? extends @Nullable Object> details) {
        CorrectionTable.event(tx, context.ids().next(), id, kind, null, details, now);
        audited.add(Json.object("correction_id", id, "event", kind.text()));
    }

    /** Puts all of it on record, as the last step of the unit. */
    void end() {
        audited.forEach(details -> context.audit().append(tx, AuditEvent.of("correction", trace, details), now));
    }
}
