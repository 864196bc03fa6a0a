package dev.stoa.counsel.correction;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A correction as a pair of answers to learn from: what was chosen and what was rejected. Immutable.
 *
 * @param prompt the question, else the subject
 */
public record DpoPair(
        String id,
        String prompt,
        String chosen,
        String rejected,
        String domain,
        double effectiveConfidence,
        String source) {
    /** The least confidence of what is exported, unless another is asked for. */
    public static final double LEAST = .70;

    static DpoPair of(Correction c) {
        String question = c.question();
        return new DpoPair(
                c.id(),
                question == null ? c.subject() : question,
                c.claim(),
                c.rejected(),
                c.domain(),
                c.effectiveConfidence(),
                c.source());
    }

    /** The pair as one line of JSON Lines. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "prompt", prompt,
                "chosen", chosen,
                "rejected", rejected,
                "domain", domain,
                "effective_confidence", effectiveConfidence,
                "source", source);
    }

    /**
     * How many pairs an export would have. Immutable.
     *
     * @param atLeast whether there are more corrections than were looked at
     */
    public record Count(long pairs, boolean atLeast) {
        /** The number of corrections that are looked at, so that the count does not grow with the archive. */
        public static final int LOOKED = 10_000;

        public Map<String, @Nullable Object> document() {
            return Json.object("pairs", pairs, "at_least", atLeast);
        }
    }
}
