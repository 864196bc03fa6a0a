package dev.stoa.evolution.verdict;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * A verdict that is to be reached, or that is reached at once because there is no candidate. Immutable.
 *
 * @param variant the number of the variant among those of its actor, from 0 on
 * @param operator how the candidate was made
 * @param outcome pending for one that is to be tried
 * @param reason why, if it is decided; empty if it is not
 * @param margin by how much the candidate must be better
 * @param lambda how many standard errors are taken off
 * @param test which test decides
 */
public record VerdictDraft(
        String generationId,
        VerdictKind kind,
        @Nullable String actorId,
        @Nullable String candidateProfileId,
        @Nullable String incumbentProfileId,
        int variant,
        String operator,
        VerdictOutcome outcome,
        String reason,
        double margin,
        double lambda,
        String test,
        int familySize,
        double alpha,
        @Nullable String baselineEpochId) {
    static final int LONGEST_WORD = 64;

    public VerdictDraft {
        Bounds.id("generation", generationId);
        Bounds.given("kind", kind);
        Bounds.given("outcome", outcome);
        Bounds.whole("variant", variant, 0, 1_000);
        Bounds.text("operator", operator, 0, LONGEST_WORD);
        Bounds.text("reason", reason, 0, LONGEST_WORD);
        Bounds.real("margin", margin, 0, 10);
        Bounds.real("lambda", lambda, 0, 10);
        Bounds.text("test", test, 0, LONGEST_WORD);
        Bounds.whole("family_size", familySize, 0, 1_000);
        Bounds.real("alpha", alpha, 0, .5);
    }
}
