package dev.stoa.learning.rating;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A match as it is on record. Immutable.
 *
 * @param id grows with every match
 * @param winner null for a draw
 * @param participants in the order in which they were shown
 * @param eloChanges what it did to each rating; empty if it was unrated
 * @param simulated whether chance had a seat, so that it moved nothing
 * @param ordered whether the judge saw the participants in that order
 */
public record Match(
        long id,
        @Nullable String debateId,
        @Nullable String winner,
        List<String> participants,
        @Nullable String domain,
        Map<String, Double> scores,
        Map<String, Double> eloChanges,
        @Nullable String judge,
        boolean ordered,
        boolean rated,
        boolean simulated,
        @Nullable Instant createdAt) {
    public Match {
        participants = List.copyOf(participants);
        // In their order, which Map.copyOf would not keep.
        scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
        eloChanges = Collections.unmodifiableMap(new LinkedHashMap<>(eloChanges));
    }

    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "debate_id", debateId,
                "winner", winner,
                "participants", participants,
                "domain", domain,
                "scores", scores,
                "elo_changes", eloChanges,
                "judge", judge,
                "ordered", ordered,
                "rated", rated,
                "simulated", simulated,
                "created_at", createdAt == null ? null : Times.show(createdAt));
    }
}
