package dev.stoa.evolution.run;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The frozen set of deployed profiles. Immutable.
 *
 * @param seq its number in the run, from 1 on
 * @param status a word of {@link GenerationStatus}, or what another program wrote
 * @param hypothesesJson what the scout expects of the next
 */
public record Generation(
        String id,
        String runId,
        long seq,
        @Nullable String status,
        @Nullable String parentGenerationId,
        @Nullable Instant createdAt,
        @Nullable String hypothesesJson) {
    public boolean is(GenerationStatus asked) {
        return asked.text().equals(status);
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "generation_id", id,
                "run_id", runId,
                "seq", seq,
                "status", status,
                "parent_generation_id", parentGenerationId,
                "created_at", createdAt,
                "hypotheses", hypothesesJson == null ? null : Json.parse(hypothesesJson));
    }
}
