package dev.stoa.evolution.memory;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tactic that an actor is to avoid for a while. Immutable.
 *
 * @param fromSeq the first generation in which it holds
 * @param untilSeq the first generation in which it does not hold any more
 */
public record Constraint(
        String id,
        String runId,
        String actorId,
        String tactic,
        String text,
        String evidenceJson,
        long fromSeq,
        long untilSeq,
        Instant createdAt) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "constraint_id", id,
                "run_id", runId,
                "actor_id", actorId,
                "tactic", tactic,
                "text", text,
                "evidence", Json.parse(evidenceJson),
                "from_seq", fromSeq,
                "until_seq", untilSeq,
                "created_at", createdAt);
    }
}
