package dev.stoa.counsel.correction;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Excerpt;
import dev.stoa.base.Principal;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rules by which corrections are stored, replaced, confirmed and withdrawn. Thread-safe. */
final class CorrectionWriter {
    /** How long a proposal waits for a person. */
    static final Duration PROPOSAL_LIFE = Duration.ofDays(30);

    // Erasing a conversation finds by these what was made of its words.
    private static final String CONVERSATION = "conversation_id";
    private static final String HEARD = "heard";
    private static final String TRACE = "trace_id";

    private final CounselContext context;
    private final Fields fields;
    private final AnswerOutcomes outcomes;

    CorrectionWriter(CounselContext context, Fields fields, AnswerOutcomes outcomes) {
        this.context = context;
        this.fields = fields;
        this.outcomes = outcomes;
    }

    /**
     * Stores an active correction; an active one of the same subject is confirmed or replaced.
     *
     * @param heard the conversation whose words it is made of; null if its words were given
     */
    Correction add(
            Tx tx, Principal by, CorrectionDraft draft, CorrectionOrigin origin, @Nullable String heard, Instant now) {
        Correction fresh = resolved(tx, by, draft, origin, heard, CorrectionStatus.ACTIVE, now);
        CorrectionChange change = new CorrectionChange(context, tx, by.trace(), now);
        Correction old = active(tx, fresh, now);
        Correction stored;
        if (old != null && old.claim().equals(fresh.claim())) {
            change.confirm(old, null);
            if (fresh.pinned() && !old.pinned()) {
                tx.update("UPDATE corrections SET pinned = 1 WHERE id = ?", old.id());
            }
            stored = read(tx, old.id(), now);
        } else {
            stored = old == null ? fresh : withPredecessor(fresh, old.id());
            if (old != null) {
                // Before the insertion: the unique key allows one active correction.
                change.supersede(old, fresh.id(), CorrectionEventKind.SUPERSEDED);
            }
            change.insert(stored);
        }
        String answer = draft.messageId();
        if (answer != null && origin == CorrectionOrigin.EXPLICIT) {
            outcomes.corrected(tx, answer, now);
        }
        change.end();
        return stored;
    }

    /**
     * Stores a proposal, unless the same claim is active or proposed already; then it returns that one.
     *
     * @param heard as for {@link #add}
     */
    Correction propose(
            Tx tx, Principal by, CorrectionDraft draft, CorrectionOrigin origin, @Nullable String heard, Instant now) {
        Correction fresh = resolved(tx, by, draft, origin, heard, CorrectionStatus.PROPOSED, now);
        Correction active = active(tx, fresh, now);
        if (active != null && active.claim().equals(fresh.claim())) {
            return active;
        }
        for (Correction known : CorrectionTable.proposals(
                tx, seal(), fresh.scope(), storedScope(fresh), fresh.domain(), fresh.subjectKey(), now)) {
            if (known.claim().equals(fresh.claim())) {
                return known;
            }
        }
        CorrectionChange change = new CorrectionChange(context, tx, by.trace(), now);
        change.insert(fresh);
        change.end();
        return fresh;
    }

    /** Puts a version with another claim in the place of a correction. */
    Correction edit(Tx tx, Principal by, String id, String claim, Instant now) {
        Correction old = open(tx, by, id, "edited", now);
        if (old.claim().equals(claim)) {
            throw Bounds.invalid("correction " + id + " has this claim already", "give another, or confirm it");
        }
        String successor = context.ids().next();
        CorrectionChange change = new CorrectionChange(context, tx, by.trace(), now);
        change.supersede(old, successor, CorrectionEventKind.EDITED);
        Correction fresh = new Correction(
                successor,
                now,
                old.subject(),
                old.domain(),
                claim,
                old.rejected(),
                old.confidence(),
                old.source(),
                old.confidence(),
                old.decayClass(),
                metadata(by, old.metadata()),
                old.scope(),
                old.scopeId(),
                old.status(),
                old.type(),
                old.origin(),
                old.userId(),
                old.question(),
                old.subjectKey(),
                old.id(),
                null,
                null,
                old.pinned(),
                0,
                CorrectionTable.nextChange(tx));
        change.insert(fresh);
        change.end();
        return fresh;
    }

    /** Says that a correction holds; a proposal becomes active in the place of what was. */
    Correction confirm(Tx tx, Principal by, String id, Instant now) {
        Correction c = open(tx, by, id, "confirmed", now);
        CorrectionChange change = new CorrectionChange(context, tx, by.trace(), now);
        Correction old = c.status() == CorrectionStatus.PROPOSED ? active(tx, c, now) : null;
        if (old != null) {
            change.supersede(old, c.id(), CorrectionEventKind.SUPERSEDED);
            if (c.supersedes() != null) {
                // A proposal that was edited has a predecessor already, and a row names one: the replaced proposal
                // keeps its own pointer to nothing but the history.
                tx.update(
                        "UPDATE corrections SET superseded_by = NULL, change_seq = ? WHERE id = ?",
                        CorrectionTable.nextChange(tx),
                        c.supersedes());
            }
        }
        change.confirm(c, old == null ? null : old.id());
        change.end();
        return read(tx, id, now);
    }

    /** Withdraws a correction or rejects a proposal. */
    Correction retire(Tx tx, Principal by, String id, Instant now) {
        Correction c = open(tx, by, id, "retired", now);
        CorrectionChange change = new CorrectionChange(context, tx, by.trace(), now);
        change.retire(c, Map.of());
        change.end();
        return read(tx, id, now);
    }

    /** Withdraws proposals that waited for too long, and returns their number. */
    int expire(Tx tx, Principal by, int most, Instant now) {
        List<Correction> old = tx.list(
                "SELECT " + CorrectionTable.COLUMNS + " FROM corrections c WHERE c.status = 'proposed'"
                        + " AND c.created_at <= ? ORDER BY c.change_seq LIMIT ?",
                CorrectionTable.mapper(seal(), now),
                now.minus(PROPOSAL_LIFE),
                most);
        CorrectionChange change = new CorrectionChange(context, tx, by.trace(), now);
        old.forEach(c -> change.retire(c, Json.object("reason", "not confirmed in time")));
        change.end();
        return old.size();
    }

    /** How many proposals have waited for too long. */
    static int expired(Tx tx, Instant now) {
        return Math.toIntExact(tx.number(
                "SELECT count(*) FROM corrections WHERE status = 'proposed' AND created_at <= ?",
                now.minus(PROPOSAL_LIFE)));
    }

    private Correction resolved(
            Tx tx,
            Principal by,
            CorrectionDraft draft,
            CorrectionOrigin origin,
            @Nullable String heard,
            CorrectionStatus status,
            Instant now) {
        StoredMessages.needScope(tx, by, draft.scope(), draft.scopeId());
        String rejected = draft.rejected();
        String question = draft.question();
        String answerId = draft.messageId();
        Map<String, @Nullable Object> lineage = new LinkedHashMap<>();
        if (heard != null) {
            lineage.put(CONVERSATION, heard);
            lineage.put(HEARD, true);
        }
        if (answerId != null) {
            StoredMessages.Stored answer = StoredMessages.get(tx, seal(), by, answerId);
            if (!answer.answer()) {
                throw Bounds.invalid("message_id " + answerId + " is no answer", "name the answer that is wrong");
            }
            lineage.put("message_id", answerId);
            lineage.put(CONVERSATION, answer.conversation());
            rejected = rejected == null ? cut(answer.content(), Correction.LONGEST_REJECTED) : rejected;
            question = question == null
                    ? StoredMessages.question(tx, seal(), answer)
                            .map(StoredMessages.Stored::content)
                            .orElse(null)
                    : question;
        }
        String decayClass = draft.decayClass();
        return new Correction(
                context.ids().next(),
                now,
                draft.subject(),
                fields.get(draft.domain()).name(),
                draft.claim(),
                Objects.requireNonNullElse(rejected, ""),
                draft.confidence(),
                draft.source(),
                draft.confidence(),
                decayClass == null ? fields.get(draft.domain()).decayClass() : decayClass,
                metadata(by, lineage),
                draft.scope(),
                draft.scopeId(),
                status,
                draft.type(),
                origin,
                CounselContext.user(by),
                question == null ? null : cut(question, Correction.LONGEST_REJECTED),
                SubjectKey.of(seal(), draft.subject()),
                null,
                null,
                null,
                draft.pinned(),
                0,
                CorrectionTable.nextChange(tx));
    }

    /** Where its words come from, which goes on with every version, and the trace of the act. */
    private static Map<String, @Nullable Object> metadata(
            Principal by, Map<String, ? extends @Nullable Object> lineage) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(lineage);
        all.remove(TRACE);
        if (by.trace().trace() != null) {
            all.put(TRACE, by.trace().trace());
        }
        return all;
    }

    private static Correction withPredecessor(Correction c, String predecessor) {
        return new Correction(
                c.id(),
                c.createdAt(),
                c.subject(),
                c.domain(),
                c.claim(),
                c.rejected(),
                c.confidence(),
                c.source(),
                c.effectiveConfidence(),
                c.decayClass(),
                c.metadata(),
                c.scope(),
                c.scopeId(),
                c.status(),
                c.type(),
                c.origin(),
                c.userId(),
                c.question(),
                c.subjectKey(),
                predecessor,
                c.supersededBy(),
                c.confirmedAt(),
                c.pinned(),
                c.violations(),
                c.changeSeq());
    }

    /** A correction that is proposed or active: the others stay as they are. */
    private Correction open(Tx tx, Principal by, String id, String act, Instant now) {
        Correction c = CorrectionTable.get(tx, seal(), by, id, now);
        if (c.status() == CorrectionStatus.SUPERSEDED || c.status() == CorrectionStatus.RETIRED) {
            throw new ConflictException(
                    "conflict",
                    "correction " + id + " is " + c.status().text() + " and cannot be " + act,
                    c.supersededBy() == null ? "add it again" : "use its successor " + c.supersededBy());
        }
        return c;
    }

    private @Nullable Correction active(Tx tx, Correction like, Instant now) {
        return CorrectionTable.active(
                tx, seal(), like.scope(), storedScope(like), like.domain(), like.subjectKey(), now);
    }

    private static @Nullable String storedScope(Correction c) {
        return CorrectionTable.storedScopeId(c.scope(), c.scopeId(), c.userId());
    }

    private Correction read(Tx tx, String id, Instant now) {
        return CorrectionTable.all(tx, seal(), List.of(id), now).getFirst();
    }

    private Seal seal() {
        return context.seal();
    }

    /** The first code points of a text. */
    static String cut(String text, int most) {
        return Excerpt.of(text, most);
    }
}
