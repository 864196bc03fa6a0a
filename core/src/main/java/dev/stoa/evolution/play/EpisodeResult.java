package dev.stoa.evolution.play;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One episode as it ended. Immutable.
 *
 * @param seed its seed
 * @param reason why it ended
 * @param turns how many turns it had
 * @param shares what each participant has of it, in the order of the plan
 * @param nashRatio how near it came to the best for all, or null without issues
 * @param tokens what it cost
 * @param rationale why the judge scored so, or null
 * @param snapshot the state at its end
 * @param log every turn
 */
public record EpisodeResult(
        long seed,
        Reason reason,
        int turns,
        List<Share> shares,
        @Nullable Double nashRatio,
        long tokens,
        @Nullable String rationale,
        Map<String, @Nullable Object> snapshot,
        List<LogEntry> log) {
    public EpisodeResult {
        shares = List.copyOf(shares);
        log = List.copyOf(log);
    }

    /** An episode of these parts, as the constructor has them. */
    public static EpisodeResult of(
            long seed,
            Reason reason,
            int turns,
            List<Share> shares,
            @Nullable Double nashRatio,
            long tokens,
            @Nullable String rationale,
            Map<String, @Nullable Object> snapshot,
            List<LogEntry> log) {
        return new EpisodeResult(seed, reason, turns, shares, nashRatio, tokens, rationale, snapshot, log);
    }

    /**
     * What one participant has of an episode.
     *
     * @param actorId who
     * @param primary whether it is an actor of the scenario
     * @param score its score, or null for a created agent
     * @param utility the worth of the end, or null without a utility
     * @param penalties how many of its turns were skipped
     * @param tokens what its turns cost
     */
    public record Share(
            String actorId,
            boolean primary,
            @Nullable Integer score,
            @Nullable Double utility,
            int penalties,
            long tokens) {}

    /** The score of a primary actor. */
    public int score(String actorId) {
        for (Share share : shares) {
            Integer score = share.score();
            if (share.actorId().equals(actorId) && score != null) {
                return score;
            }
        }
        throw new IllegalArgumentException(actorId + " has no score in this episode");
    }

    /** The lowest score of the primary actors. */
    public int minScore() {
        int lowest = Integer.MAX_VALUE;
        for (Share share : shares) {
            Integer score = share.score();
            lowest = score == null ? lowest : Math.min(lowest, score);
        }
        return lowest;
    }
}
