package dev.stoa.engine.counsel;

import dev.stoa.base.Excerpt;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.correction.Correction;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.correction.CorrectionQuery;
import dev.stoa.counsel.correction.CorrectionType;
import dev.stoa.counsel.correction.Corrections;
import dev.stoa.counsel.correction.InjectionBlock;
import dev.stoa.counsel.correction.RankedCorrection;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.Reviewed;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The corrections of the counsel. Thread-safe. */
final class StoredLessons implements Lessons {
    private static final int LONGEST_SUBJECT = 300;
    private static final int LONGEST_REJECTED = 20_000;

    private final Corrections corrections;

    StoredLessons(Corrections corrections) {
        this.corrections = corrections;
    }

    @Override
    public Block find(
            Principal by, String question, @Nullable String conversation, @Nullable String project, String domain) {
        List<RankedCorrection> found = corrections.find(
                by, CorrectionQuery.of(question).in(conversation, project).domain(domain));
        InjectionBlock block = InjectionBlock.of(
                found.stream().map(RankedCorrection::correction).toList());
        return new Block(
                block.text(),
                found.stream()
                        .filter(one -> block.ids().contains(one.correction().id()))
                        .map(one -> lesson(one.correction(), one.include()))
                        .toList());
    }

    private static Lesson lesson(Correction one, @Nullable Double include) {
        return new Lesson(
                one.id(),
                one.subject(),
                one.claim(),
                one.rejected(),
                one.type() == CorrectionType.FACT,
                one.effectiveConfidence(),
                include);
    }

    @Override
    public List<Lesson> get(Principal by, Collection<String> ids) {
        List<Lesson> lessons = new ArrayList<>();
        for (String id : ids) {
            try {
                lessons.add(lesson(corrections.get(by, id), null));
            } catch (NotFoundException e) {
                // It was there when the prompt was made; what is gone is left out.
                AskTools.LOG.debug("correction {} is gone", id);
            }
        }
        return lessons;
    }

    @Override
    public void heard(Tx tx, Principal by, String messageId, Instant now) {
        corrections.capture(tx, by, messageId, now);
    }

    @Override
    public void applied(
            Tx tx, Principal by, Query query, Collection<String> ids, Collection<String> violated, Instant now) {
        corrections.applied(tx, ids, query.queryId(), query.sessionId(), now);
        corrections.violated(tx, violated, query.queryId(), query.sessionId(), now);
    }

    @Override
    public void proposed(
            Tx tx, Principal by, Query query, String question, String answer, Reviewed review, Instant now) {
        try {
            tx.attempt(part -> corrections.suggest(
                    part,
                    by,
                    CorrectionDraft.of(Excerpt.of(question, LONGEST_SUBJECT), review.correction())
                            .rejecting(Excerpt.of(answer, LONGEST_REJECTED))
                            .in(Objects.requireNonNullElse(query.field(), Fields.GENERAL))
                            .question(question),
                    query.conversationId(),
                    now));
        } catch (InvalidException e) {
            // A question without a term has no subject to keep it under.
            AskTools.LOG.debug("the correction of a review of {} is not kept: {}", query.queryId(), e.getMessage());
        }
    }
}
