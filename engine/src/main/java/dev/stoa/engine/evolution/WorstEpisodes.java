package dev.stoa.engine.evolution;

import dev.stoa.base.Principal;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.run.Generation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The production episodes in which an actor scored worst. Stateless. */
public final class WorstEpisodes {
    private static final double SHARE = .2;

    private WorstEpisodes() {}

    /**
     * A fifth of the production episodes of a generation.
     *
     * @param generation its number; null for the newest that played
     */
    public static List<Episode> of(
            Evolution stores, Principal by, String run, @Nullable Long generation, String actor) {
        List<Generation> generations = stores.generations().list(by, run);
        for (Generation each : generations.reversed()) {
            if (generation == null || each.seq() == generation) {
                List<Episode> found = stores.episodes().worst(by, each.id(), actor, SHARE);
                if (!found.isEmpty() || generation != null) {
                    return found;
                }
            }
        }
        return List.of();
    }
}
