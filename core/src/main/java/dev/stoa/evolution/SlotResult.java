package dev.stoa.evolution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What decisions need of a stored episode of an epoch. Immutable.
 *
 * @param reason why it ended, a word of the closed list
 * @param scores the score of each primary actor
 */
public record SlotResult(
        String epochId,
        int slot,
        String episodeId,
        String reason,
        int turns,
        @Nullable Double nashRatio,
        Map<String, Integer> scores) {
    public SlotResult {
        scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
    }

    /** The score of a primary actor. */
    public int score(String actorId) {
        Integer score = scores.get(actorId);
        if (score == null) {
            throw new IllegalArgumentException(actorId + " has no score in episode " + episodeId);
        }
        return score;
    }

    /** The scores of all primary actors together. */
    public int sum() {
        return scores.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The lowest score of the primary actors. */
    public int minScore() {
        return scores.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    }

    /** Whether it ended in agreement. */
    public boolean agreed() {
        return reason.equals("agreement");
    }
}
