package dev.stoa.counsel.correction;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows of corrections: how they are written and read. Stateless. */
final class CorrectionTable {
    /** The owner of corrections that no token brought in. */
    static final String LOCAL = "local";

    static final String COLUMNS = """
            c.id, c.created_at, c.subject, c.domain, c.claim, c.rejected, c.confidence, c.source, c.decay_class, \
            c.metadata, c.scope, c.scope_id, c.status, c.type, c.origin, COALESCE(c.user_id, 'local'), c.question, \
            c.subject_key, c.supersedes, c.superseded_by, c.confirmed_at, c.pinned, c.violations, c.change_seq, \
            c.key_id""";

    private CorrectionTable() {}

    /** The mapper of {@link #COLUMNS}, with confidences as of a time. */
    static Row.Mapper<Correction> mapper(Seal seal, Instant now) {
        return row -> correction(row, seal, now);
    }

    private static Correction correction(Row row, Seal seal, Instant now) {
        String id = row.text(1);
        Long key = row.numberOrNull(25);
        String question = row.textOrNull(17);
        Instant created = row.instant(2);
        Instant confirmed = row.instantOrNull(21);
        Instant since = confirmed != null && confirmed.isAfter(created) ? confirmed : created;
        CorrectionScope scope = CorrectionScope.of(row.text(11));
        boolean pinned = row.flag(22);
        return new Correction(
                id,
                created,
                seal.open(SealedColumn.SUBJECT, id, "", row.text(3), key),
                row.text(4),
                seal.open(SealedColumn.CLAIM, id, "", row.text(5), key),
                seal.open(SealedColumn.REJECTED, id, "", row.text(6), key),
                row.real(7),
                row.text(8),
                Decay.effective(row.real(7), row.text(9), pinned, since, now),
                row.text(9),
                Json.parseObject(row.text(10)),
                scope,
                scope == CorrectionScope.GLOBAL ? null : row.textOrNull(12),
                CorrectionStatus.of(row.text(13)),
                CorrectionType.of(row.text(14)),
                CorrectionOrigin.of(row.text(15)),
                row.text(16),
                question == null ? null : seal.open(SealedColumn.QUESTION, id, "", question, key),
                Objects.requireNonNullElse(row.textOrNull(18), ""),
                row.textOrNull(19),
                row.textOrNull(20),
                confirmed,
                pinned,
                row.integer(23),
                Objects.requireNonNullElse(row.numberOrNull(24), 0L));
    }

    /**
     * What {@code scope_id} of a row is. The unique key of active corrections does not know users, so a global one of a
     * user other than the local one carries its name: else what two users say of one subject would meet.
     */
    static @Nullable String storedScopeId(CorrectionScope scope, @Nullable String scopeId, String user) {
        return scope != CorrectionScope.GLOBAL ? scopeId : user.equals(LOCAL) ? null : user;
    }

    /** The correction of an id, if the principal may see it. */
    static Correction get(Tx tx, Seal seal, Principal by, String id, Instant now) {
        Bounds.id("id", id);
        return tx.one("SELECT " + COLUMNS + " FROM corrections c WHERE c.id = ?", mapper(seal, now), id)
                .filter(found -> by.operator() || found.userId().equals(CounselContext.user(by)))
                .orElseThrow(() ->
                        new NotFoundException("not_found", "there is no correction " + id, "list the corrections"));
    }

    /** The active correction of a scope, domain and key; null if there is none. */
    static @Nullable Correction active(
            Tx tx,
            Seal seal,
            CorrectionScope scope,
            @Nullable String storedScopeId,
            String domain,
            String key,
            Instant now) {
        return tx.one(
                        "SELECT " + COLUMNS + " FROM corrections c WHERE c.status = 'active' AND c.scope = ?"
                                + " AND COALESCE(c.scope_id, '') = ? AND c.domain = ? AND c.subject_key = ?",
                        mapper(seal, now),
                        scope.text(),
                        Objects.requireNonNullElse(storedScopeId, ""),
                        domain,
                        key)
                .orElse(null);
    }

    /** The proposals of a scope, domain and key, the oldest first. */
    static List<Correction> proposals(
            Tx tx,
            Seal seal,
            CorrectionScope scope,
            @Nullable String storedScopeId,
            String domain,
            String key,
            Instant now) {
        return tx.list(
                "SELECT " + COLUMNS + " FROM corrections c WHERE c.status = 'proposed' AND c.scope = ?"
                        + " AND COALESCE(c.scope_id, '') = ? AND c.domain = ? AND c.subject_key = ?"
                        + " ORDER BY c.change_seq",
                mapper(seal, now),
                scope.text(),
                Objects.requireNonNullElse(storedScopeId, ""),
                domain,
                key);
    }

    /** The corrections of these ids that exist, by no particular order. */
    static List<Correction> all(Tx tx, Seal seal, List<String> ids, Instant now) {
        List<@Nullable Object> params = new ArrayList<>(ids);
        return ids.isEmpty()
                ? List.of()
                : tx.list(
                        "SELECT " + COLUMNS + " FROM corrections c WHERE c.id IN (" + Tx.marks(ids.size()) + ")",
                        mapper(seal, now),
                        params.toArray());
    }

    /** Writes a new row; what it says of its change is its own. */
    static void insert(Tx tx, Seal seal, Correction c) {
        Seal.RowSeal row = seal.row();
        String id = c.id();
        tx.update(
                """
                INSERT INTO corrections (id, created_at, subject, domain, claim, rejected, confidence, source,
                    effective_confidence, decay_class, metadata, scope, scope_id, status, type, origin, user_id,
                    question, subject_key, supersedes, superseded_by, confirmed_at, pinned, violations, change_seq,
                    key_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                id,
                c.createdAt(),
                row.text(SealedColumn.SUBJECT, id, "", c.subject()),
                c.domain(),
                row.text(SealedColumn.CLAIM, id, "", c.claim()),
                row.text(SealedColumn.REJECTED, id, "", c.rejected()),
                c.confidence(),
                c.source(),
                c.effectiveConfidence(),
                c.decayClass(),
                Json.write(c.metadata()),
                c.scope().text(),
                storedScopeId(c.scope(), c.scopeId(), c.userId()),
                c.status().text(),
                c.type().text(),
                c.origin().text(),
                c.userId(),
                c.question() == null ? null : row.text(SealedColumn.QUESTION, id, "", c.question()),
                c.subjectKey(),
                c.supersedes(),
                c.supersededBy(),
                c.confirmedAt(),
                c.pinned() ? 1 : 0,
                c.violations(),
                c.changeSeq(),
                row.keyId());
    }

    /** Stores the vector of a correction. All sealed columns are written again, because a row has one key. */
    static int embed(Tx tx, Seal seal, Correction c, byte[] vector, String model) {
        Seal.RowSeal row = seal.row();
        String id = c.id();
        return tx.update(
                """
                UPDATE corrections SET subject = ?, claim = ?, rejected = ?, question = ?, embedding = ?,
                    embedding_model = ?, key_id = ?, change_seq = ?
                WHERE id = ? AND change_seq = ?""",
                row.text(SealedColumn.SUBJECT, id, "", c.subject()),
                row.text(SealedColumn.CLAIM, id, "", c.claim()),
                row.text(SealedColumn.REJECTED, id, "", c.rejected()),
                c.question() == null ? null : row.text(SealedColumn.QUESTION, id, "", c.question()),
                row.bytes(SealedColumn.EMBEDDING, id, "", vector),
                model,
                row.keyId(),
                nextChange(tx),
                id,
                c.changeSeq());
    }

    /** The number of the next change of a correction. */
    static long nextChange(Tx tx) {
        return tx.next("correction_change");
    }

    /** The events of a correction after a number, the oldest first. */
    static List<CorrectionEvent> events(Tx tx, String id, long after, int most) {
        return tx.list(
                """
                SELECT id, seq, created_at, correction_id, event, session_id, details FROM correction_events
                WHERE correction_id = ? AND seq > ? ORDER BY seq LIMIT ?""",
                row -> new CorrectionEvent(
                        row.text(1),
                        row.number(2),
                        row.instant(3),
                        row.text(4),
                        CorrectionEventKind.of(row.text(5)),
                        row.textOrNull(6),
                        Json.parseObject(row.text(7))),
                id,
                after,
                most);
    }

    /** Writes an event. */
    static void event(
            Tx tx,
            String eventId,
            String correctionId,
            CorrectionEventKind kind,
            @Nullable String session,
            Map<String, ? extends @Nullable Object> details,
            Instant now) {
        tx.update(
                """
                INSERT INTO correction_events (id, seq, created_at, correction_id, event, session_id, details)
                VALUES (?, ?, ?, ?, ?, ?, ?)""",
                eventId,
                tx.next("correction_event"),
                now,
                correctionId,
                kind.text(),
                session,
                Json.write(details));
    }
}
