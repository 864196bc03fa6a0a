package dev.stoa.counsel.correction;

import dev.stoa.base.Principal;
import dev.stoa.counsel.assertion.PersonalData;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores what users say against answers. Thread-safe. It reads the words of users alone, and only right after an answer:
 * nothing is learned from what a model or the system wrote.
 */
final class CorrectionCapture {
    private static final String EXPLICIT = "correction:";
    private static final double EXPLICIT_CONFIDENCE = .85;
    private static final double IMPLICIT_CONFIDENCE = .75;
    // Enough to tell a subject that comes back, and bounded because all of them are read and opened.
    private static final int MOST_EARLIER = 200;
    private static final int SHARED_TERMS = 2;

    private final CounselContext context;
    private final Fields fields;
    private final CorrectionWriter writer;

    CorrectionCapture(CounselContext context, Fields fields, CorrectionWriter writer) {
        this.context = context;
        this.fields = fields;
        this.writer = writer;
    }

    /** Stores what a user message corrects in the answer right before it; empty if it corrects nothing. */
    Optional<Correction> capture(Tx tx, Principal by, String messageId, Instant now) {
        Seal seal = context.seal();
        StoredMessages.Stored message = StoredMessages.get(tx, seal, by, messageId);
        if (message.answer()) {
            return Optional.empty();
        }
        StoredMessages.Stored answer = StoredMessages.before(tx, seal, message)
                .filter(StoredMessages.Stored::answer)
                .orElse(null);
        if (answer == null) {
            return Optional.empty();
        }
        String question = StoredMessages.question(tx, seal, answer)
                .map(StoredMessages.Stored::content)
                .orElse(null);
        String text = message.content().strip();
        boolean explicit = text.toLowerCase(Locale.ROOT).startsWith(EXPLICIT);
        String claim = explicit ? text.substring(EXPLICIT.length()).strip() : text;
        CaptureCue cue = CaptureCue.of(claim);
        if (claim.isEmpty() || (!explicit && cue == null)) {
            return Optional.empty();
        }
        String subject = CorrectionWriter.cut(question == null ? claim : question, Correction.LONGEST_SUBJECT);
        List<String> terms = SubjectKey.terms(subject);
        if (terms.isEmpty()) {
            return Optional.empty();
        }
        CorrectionType type = cue == null ? CorrectionType.FACT : cue.type();
        CorrectionDraft draft = draft(message, answer, subject, claim, question).type(type);
        String heard = message.conversation();
        if (explicit) {
            return Optional.of(
                    writer.add(tx, by, draft.confidence(EXPLICIT_CONFIDENCE), CorrectionOrigin.EXPLICIT, heard, now));
        }
        CaptureScore score = score(tx, message, answer, terms, cue);
        CorrectionDraft detected = draft.confidence(IMPLICIT_CONFIDENCE);
        return switch (score.fate(type)) {
            case ACTIVE -> Optional.of(writer.add(tx, by, detected, CorrectionOrigin.IMPLICIT, heard, now));
            case PROPOSED -> Optional.of(writer.propose(tx, by, detected, CorrectionOrigin.IMPLICIT, heard, now));
            case DROPPED -> Optional.empty();
        };
    }

    private CorrectionDraft draft(
            StoredMessages.Stored message,
            StoredMessages.Stored answer,
            String subject,
            String claim,
            @Nullable String question) {
        return CorrectionDraft.of(subject, CorrectionWriter.cut(claim, Correction.LONGEST_CLAIM))
                .rejecting(CorrectionWriter.cut(answer.content(), Correction.LONGEST_REJECTED))
                .in(field(answer))
                .within(message.project() == null ? CorrectionScope.GLOBAL : CorrectionScope.PROJECT, message.project())
                .question(question == null ? null : CorrectionWriter.cut(question, Correction.LONGEST_REJECTED))
                .about(answer.id());
    }

    private String field(StoredMessages.Stored answer) {
        String field = answer.field();
        return field == null || fields.find(field) == null ? Fields.GENERAL : field;
    }

    private CaptureScore score(
            Tx tx,
            StoredMessages.Stored message,
            StoredMessages.Stored answer,
            List<String> terms,
            @Nullable CaptureCue cue) {
        Set<String> subject = new HashSet<>(terms);
        long k = StoredMessages.earlier(tx, context.seal(), message, MOST_EARLIER).stream()
                .filter(earlier -> shared(earlier.content(), subject) >= SHARED_TERMS)
                .count();
        Field field = fields.find(field(answer));
        boolean harmful = field != null && field.highStakes();
        return new CaptureScore(
                CaptureCue.strength(message.content()),
                Math.max(.5, k / (k + 1.0)),
                message.project() == null ? .5 : 1,
                cue == null ? 0 : cue.explicitness(),
                harmful ? 1 : "High".equals(answer.label()) ? .7 : .4,
                terms.size() < SHARED_TERMS ? 1 : message.content().contains("?") ? .5 : 0,
                PersonalData.kind(message.content()) == null ? 0 : 1);
    }

    private static long shared(String text, Set<String> subject) {
        return Tokenizer.keywords(text).stream()
                .distinct()
                .filter(subject::contains)
                .count();
    }
}
