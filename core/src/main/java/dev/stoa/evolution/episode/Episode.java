package dev.stoa.evolution.episode;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An episode as it is stored, without its log and its final state. Immutable.
 *
 * @param seq its number in the archive
 * @param generation the number of its generation in the run
 * @param epochKind null for an episode of no epoch
 * @param terminationReason a word of {@link TerminationReason}, or what another program wrote
 * @param minScore the lowest score of a primary actor
 * @param pruned whether its log was deleted
 * @param archived whether it is in the archive tables
 */
public record Episode(
        String id,
        long seq,
        @Nullable String runId,
        @Nullable String generationId,
        @Nullable Long generation,
        @Nullable String epochId,
        @Nullable EpochKind epochKind,
        @Nullable Integer slot,
        @Nullable Long seed,
        @Nullable String terminationReason,
        int totalTurns,
        boolean shadow,
        int minScore,
        @Nullable Double nashRatio,
        long tokens,
        long penalties,
        String judge,
        @Nullable String rationale,
        boolean pruned,
        boolean archived,
        @Nullable Instant createdAt,
        List<Participant> participants) {
    public Episode {
        participants = List.copyOf(participants);
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "episode_id",
                id,
                "run_id",
                runId,
                "generation",
                generation,
                "epoch_kind",
                epochKind == null ? null : epochKind.text(),
                "slot",
                slot,
                "seed",
                seed == null ? null : Json.exact(seed),
                "termination_reason",
                terminationReason,
                "total_turns",
                totalTurns,
                "is_shadow_trial",
                shadow,
                "min_score",
                minScore,
                "nash_ratio",
                nashRatio,
                "logs",
                pruned ? "pruned" : "full",
                "archived",
                archived,
                "created_at",
                createdAt,
                "participants",
                participants.stream()
                        .map(each -> Json.object(
                                "actor_id", each.actorId(),
                                "profile_id", each.profileId(),
                                "archetype", each.archetype().text(),
                                "score", each.score(),
                                "utility", each.utility(),
                                "penalties", each.penalties()))
                        .toList());
    }
}
