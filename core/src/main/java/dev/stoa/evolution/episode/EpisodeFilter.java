package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import org.jspecify.annotations.Nullable;

/**
 * Which episodes to list; what is null does not matter. Immutable.
 *
 * @param generation the number of a generation, which needs a run
 * @param maxScore the highest lowest score; of the actor, if one is named
 */
public record EpisodeFilter(
        @Nullable String runId,
        @Nullable Long generation,
        @Nullable String actor,
        @Nullable TerminationReason reason,
        @Nullable Boolean shadow,
        @Nullable Integer maxScore,
        Page.Request page) {
    public EpisodeFilter {
        if (generation != null && runId == null) {
            throw Bounds.invalid("generation " + generation + " is of no run", "name the run too");
        }
    }

    public static EpisodeFilter all() {
        return new EpisodeFilter(null, null, null, null, null, null, Page.Request.first());
    }

    public static EpisodeFilter ofRun(String runId) {
        return new EpisodeFilter(runId, null, null, null, null, null, Page.Request.first());
    }

    public EpisodeFilter page(Page.Request request) {
        return new EpisodeFilter(runId, generation, actor, reason, shadow, maxScore, request);
    }

    public EpisodeFilter generation(long seq) {
        return new EpisodeFilter(runId, seq, actor, reason, shadow, maxScore, page);
    }

    public EpisodeFilter actor(String id) {
        return new EpisodeFilter(runId, generation, id, reason, shadow, maxScore, page);
    }

    public EpisodeFilter reason(TerminationReason why) {
        return new EpisodeFilter(runId, generation, actor, why, shadow, maxScore, page);
    }

    public EpisodeFilter shadow(boolean wanted) {
        return new EpisodeFilter(runId, generation, actor, reason, wanted, maxScore, page);
    }

    public EpisodeFilter maxScore(int score) {
        return new EpisodeFilter(runId, generation, actor, reason, shadow, score, page);
    }
}
