package dev.stoa.learning.proof;

import dev.stoa.base.Excerpt;
import dev.stoa.learning.consensus.ProofStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a prover made of a claim. Immutable.
 *
 * @param error why it does not count; null exactly if it does
 * @param version of the prover, null if none ran
 */
record Verdict(
        ProofStatus status,
        @Nullable String error,
        @Nullable String vacuity,
        @Nullable String counterexample,
        double translationMs,
        double searchMs,
        @Nullable String version) {
    private static final int LONGEST_ERROR = 2_000;

    static Verdict failed(String error) {
        return new Verdict(ProofStatus.FAILED, cut(error), null, null, 0, 0, null);
    }

    static Verdict timeout(long limitMs) {
        return new Verdict(
                ProofStatus.TIMEOUT,
                String.format(Locale.ROOT, "no answer within the limit of %,d ms", limitMs),
                null,
                null,
                0,
                0,
                null);
    }

    static Verdict cancelled(long limitMs) {
        return new Verdict(
                ProofStatus.TIMEOUT,
                String.format(Locale.ROOT, "cancelled within the limit of %,d ms", limitMs),
                null,
                null,
                0,
                0,
                null);
    }

    static Verdict found(@Nullable String error, @Nullable String vacuity) {
        return new Verdict(ProofStatus.PROOF_FOUND, error, vacuity, null, 0, 0, null);
    }

    Verdict because(@Nullable String vacuityFound, @Nullable String model) {
        return new Verdict(status, error, vacuityFound, model, translationMs, searchMs, version);
    }

    Verdict took(double translation, double search, @Nullable String by) {
        return new Verdict(status, error, vacuity, counterexample, translation, search, by);
    }

    boolean verified() {
        return status == ProofStatus.PROOF_FOUND && error == null;
    }

    private static String cut(String text) {
        String line = text.strip();
        return Excerpt.within(line, LONGEST_ERROR);
    }
}
