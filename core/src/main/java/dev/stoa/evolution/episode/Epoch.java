package dev.stoa.evolution.episode;

import dev.stoa.json.Json;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A batch of episodes with one configuration. Immutable.
 *
 * @param ordinal its place in the generation, from 0 on
 * @param verdictId the verdict it is played for; null for production and baseline
 * @param purpose what fixes the seeds of its episodes
 * @param planned how many slots it has
 * @param complete whether all slots are played or given up
 * @param played the slots whose episodes are stored
 * @param failed the slots that were given up, with their errors
 */
public record Epoch(
        String id,
        String generationId,
        int ordinal,
        EpochKind kind,
        @Nullable String verdictId,
        String purpose,
        int planned,
        boolean complete,
        SortedSet<Integer> played,
        SortedMap<Integer, String> failed) {
    public Epoch {
        played = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(played));
        failed = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(failed));
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "epoch_id", id,
                "generation_id", generationId,
                "ordinal", ordinal,
                "kind", kind.text(),
                "verdict_id", verdictId,
                "purpose", purpose,
                "planned", planned,
                "status", complete ? "complete" : "open",
                "played", played.size(),
                "failed", failed.size());
    }
}
