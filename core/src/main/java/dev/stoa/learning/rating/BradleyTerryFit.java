package dev.stoa.learning.rating;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Ratings from all matches at once, independent of their order. Immutable.
 *
 * @param domain null for all matches
 * @param throughMatch the newest match in it, 0 if there is none
 * @param games pairs that were compared
 * @param agents best first, equal ones by name
 */
public record BradleyTerryFit(
        @Nullable String domain,
        long throughMatch,
        long games,
        IntervalMethod intervalMethod,
        Instant fittedAt,
        List<Strength> agents) {
    public BradleyTerryFit {
        agents = List.copyOf(agents);
    }

    /** What the intervals are computed from. */
    public enum IntervalMethod {
        /** The inverse of the information matrix. */
        FISHER,
        /** Its diagonal alone, for many agents: too narrow where few pairs play many games. */
        FISHER_DIAGONAL;

        /** The form in which it is stored. */
        public String stored() {
            return name().toLowerCase(Locale.ROOT);
        }

        static IntervalMethod of(String stored) {
            return valueOf(stored.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * One agent.
     *
     * @param low lower end of the interval at 95 %
     */
    public record Strength(String agentName, double rating, double low, double high, long games) {}
}
