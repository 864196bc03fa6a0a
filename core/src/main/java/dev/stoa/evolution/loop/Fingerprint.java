package dev.stoa.evolution.loop;

import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What makes two runs the same: a hash over their profiles, episodes and verdicts, without ids and times. For one
 * thread. The caller ends each generation; in it the profiles come first, then the episodes, then the verdicts, in
 * whichever order they were added.
 */
public final class Fingerprint {
    private final StringBuilder lines = new StringBuilder();
    private final StringBuilder profiles = new StringBuilder();
    private final StringBuilder episodes = new StringBuilder();
    private final StringBuilder verdicts = new StringBuilder();

    /** Adds a profile, in the order of their seq. The variant is empty for a profile that no mutator made. */
    public void profile(
            long generation, String actor, @Nullable Integer variant, Map<String, ?> hyperparameters, String strategy) {
        add(profiles, "p", generation, actor, variant, Digest.sha256(Json.canonical(hyperparameters) + strategy));
    }

    /** Adds an episode, by epoch and slot. */
    void episode(long generation, int epoch, String kind, int slot, EpisodeResult episode) {
        String scores = episode.shares().stream()
                .filter(EpisodeResult.Share::primary)
                .map(share -> String.valueOf(share.score()))
                .collect(Collectors.joining(","));
        episode(
                generation,
                epoch,
                kind,
                slot,
                episode.seed(),
                episode.reason().text(),
                episode.turns(),
                scores,
                Json.sha256(episode.snapshot()));
    }

    /**
     * Adds an episode as it is stored, by epoch and slot.
     *
     * @param scores those of the primary actors, with commas between them
     * @param state the hash of the canonical final state
     */
    public void episode(
            long generation,
            int epoch,
            String kind,
            int slot,
            @Nullable Long seed,
            String reason,
            int turns,
            String scores,
            String state) {
        add(episodes, "e", generation, epoch, kind, slot, seed, reason, turns, scores, state);
    }

    /** Adds a verdict, by actor and variant. */
    public void verdict(
            long generation,
            String actor,
            @Nullable Integer variant,
            String outcome,
            @Nullable Integer n,
            @Nullable Double p,
            @Nullable Double lcb) {
        add(verdicts, "v", generation, actor, variant, outcome, n, number(p), number(lcb));
    }

    /** Ends a generation. */
    public void endGeneration() {
        lines.append(profiles).append(episodes).append(verdicts);
        profiles.setLength(0);
        episodes.setLength(0);
        verdicts.setLength(0);
    }

    /** The hash of all generations that were ended. */
    public String digest() {
        return Digest.sha256(lines.toString());
    }

    private static @Nullable String number(@Nullable Double value) {
        return value == null ? null : Json.canonical(Json.rounded(value.doubleValue()));
    }

    private static void add(StringBuilder to, @Nullable Object... parts) {
        for (int i = 0; i < parts.length; i++) {
            to.append(i == 0 ? "" : "|").append(Objects.toString(parts[i], ""));
        }
        to.append('\n');
    }
}
