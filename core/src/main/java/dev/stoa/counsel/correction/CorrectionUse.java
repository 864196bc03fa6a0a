package dev.stoa.counsel.correction;

import dev.stoa.base.Principal;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.base.Fields;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the storing of an answer does to corrections, for units of work of others. Thread-safe. Applied and violated
 * corrections are on record with the query that they belong to, so these events write no audit rows of their own.
 */
public final class CorrectionUse {
    private static final double REVIEW_CONFIDENCE = .60;

    private final CounselContext context;
    private final CorrectionWriter writer;
    private final CorrectionCapture capture;

    private CorrectionUse(CounselContext context, Fields fields, AnswerOutcomes outcomes) {
        this.context = context;
        this.writer = new CorrectionWriter(context, fields, outcomes);
        this.capture = new CorrectionCapture(context, fields, writer);
    }

    /** The use of the corrections of an archive. */
    public static CorrectionUse over(CounselContext context, Fields fields, AnswerOutcomes outcomes) {
        return new CorrectionUse(context, fields, outcomes);
    }

    /** Records that the prompts of a query held these corrections. Once for each, whatever is given twice. */
    public void applied(Tx tx, Collection<String> ids, String queryId, @Nullable String session, Instant now) {
        for (String id : new LinkedHashSet<>(ids)) {
            CorrectionTable.event(
                    tx,
                    context.ids().next(),
                    id,
                    CorrectionEventKind.APPLIED,
                    session,
                    Json.object("query_id", queryId),
                    now);
        }
    }

    /** Records that the winning answer of a query repeated what these corrections reject, and counts it. */
    public void violated(Tx tx, Collection<String> ids, String queryId, @Nullable String session, Instant now) {
        for (String id : new LinkedHashSet<>(ids)) {
            tx.update(
                    "UPDATE corrections SET violations = violations + 1, change_seq = ? WHERE id = ?",
                    CorrectionTable.nextChange(tx),
                    id);
            CorrectionTable.event(
                    tx,
                    context.ids().next(),
                    id,
                    CorrectionEventKind.VIOLATED,
                    session,
                    Json.object("query_id", queryId),
                    now);
        }
    }

    /** Stores what a reviewing model suggests, which a person has to confirm. */
    public Correction suggested(Tx tx, Principal by, CorrectionDraft draft, Instant now) {
        return writer.propose(
                tx,
                by,
                draft.source(CorrectionDraft.ARBITER).confidence(REVIEW_CONFIDENCE),
                CorrectionOrigin.REVIEW,
                now);
    }

    /** Stores what a user message corrects in the answer right before it; empty if it corrects nothing. */
    public Optional<Correction> capture(Tx tx, Principal by, String messageId, Instant now) {
        return capture.capture(tx, by, messageId, now);
    }
}
