package dev.stoa.evolution.created;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An agent that was designed during a run. Immutable.
 *
 * @param seq its number in the archive, by which it speaks
 * @param generationId the generation that designed it
 * @param delta by how much its trial was better; null while it is in trial
 * @param status a word of {@link CreatedStatus}, or what another program wrote
 * @param mountedSeq the first generation in which it plays
 * @param retiredSeq the first generation in which it does not play any more
 */
public record CreatedAgent(
        String id,
        long seq,
        @Nullable String runId,
        @Nullable String generationId,
        @Nullable String profileId,
        @Nullable String archetypeDesigned,
        @Nullable String designRationale,
        @Nullable Double delta,
        @Nullable String status,
        Map<String, @Nullable Object> spec,
        @Nullable String verdictId,
        @Nullable String reason,
        @Nullable String decidedBy,
        @Nullable Instant decidedAt,
        @Nullable Long mountedSeq,
        @Nullable Long retiredSeq,
        @Nullable String replacesId,
        @Nullable Long lastReviewSeq,
        @Nullable Instant createdAt) {
    public boolean is(CreatedStatus asked) {
        return asked.text().equals(status);
    }

    /** Whether it plays in a generation. */
    public boolean playsIn(long generation) {
        return mountedSeq != null && mountedSeq <= generation && !(retiredSeq != null && retiredSeq <= generation);
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "created_agent_id", id,
                "run_id", runId,
                "archetype_designed", archetypeDesigned,
                "status", status,
                "reason", reason,
                "shadow_trial_score_delta", delta,
                "design_rationale", designRationale,
                "spec", spec,
                "mounted_generation", mountedSeq,
                "decided_by", decidedBy,
                "decided_at", decidedAt);
    }
}
