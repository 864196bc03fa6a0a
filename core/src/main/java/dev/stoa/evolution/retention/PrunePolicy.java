package dev.stoa.evolution.retention;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * How much stays at hand. Immutable.
 *
 * @param runId the run; null for all
 * @param keepEpisodes how many of the newest generations keep their episodes in the hot tables
 * @param keepLogs how many of the newest generations keep all logs
 * @param failureScore episodes whose lowest score is at most this keep their logs for good
 */
public record PrunePolicy(@Nullable String runId, int keepEpisodes, int keepLogs, int failureScore) {
    private static final int MOST = 1_000_000;
    private static final int LOWEST = -3;

    public PrunePolicy {
        Bounds.whole("keep_logs", keepLogs, 1, MOST);
        Bounds.whole("keep_episodes", keepEpisodes, keepLogs, MOST);
        Bounds.whole("failure_score", failureScore, LOWEST, 5);
    }

    /** 20 generations of episodes, 5 of logs, failures from -3 downwards. */
    public static PrunePolicy defaults() {
        return new PrunePolicy(null, 20, 5, LOWEST);
    }

    public PrunePolicy of(String run) {
        return new PrunePolicy(run, keepEpisodes, keepLogs, failureScore);
    }
}
