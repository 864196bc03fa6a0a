package dev.stoa.society.context;

import dev.stoa.base.Trust;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How good a hit is: a function of how its words fit, its age and what it is worth. Stateless. */
final class ContextRank {
    private static final double HALF_LIFE_DAYS = 30;
    private static final double MILLIS_OF_DAY = 86_400_000;

    private ContextRank() {}

    static ContextHit.Why why(
            double lexical,
            double best,
            @Nullable Instant at,
            Instant now,
            boolean core,
            Trust trust,
            double confidence) {
        return new ContextHit.Why(
                best > 0 ? lexical / best : 1, recency(at, now), core ? 1 : 0, weight(trust), confidence);
    }

    static double recency(@Nullable Instant at, Instant now) {
        if (at == null) {
            return 0;
        }
        double days = Math.max(0, Duration.between(at, now).toMillis() / MILLIS_OF_DAY);
        return Math.pow(2, -days / HALF_LIFE_DAYS);
    }

    /** What came from outside is not punished, so that citing a source never costs. */
    static double weight(Trust trust) {
        return switch (trust) {
            case UNTRUSTED, AGENT -> 1;
            case CONFIRMED -> 1.1;
            case HUMAN -> 1.2;
        };
    }

    static double score(ContextHit.Why why) {
        return why.lexical()
                * (1 + 0.2 * why.recency() + 0.1 * why.core())
                * why.trust()
                * (0.8 + 0.2 * why.confidence());
    }
}
