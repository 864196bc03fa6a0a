package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One turn of an episode. Immutable.
 *
 * @param turnNumber its place, from 0 on; -1 where another program has written none
 * @param speakerId the profile of the speaker
 * @param stateMutations the changes that were proposed, as a JSON list
 * @param applied whether the turn was valid; otherwise it was skipped
 * @param violation the last error of a skipped turn
 * @param stateVersion the version of the state after the turn
 * @param environment the environment after the turn
 */
public record LogEntry(
        int turnNumber,
        @Nullable String actorId,
        @Nullable String speakerId,
        boolean applied,
        int attempts,
        @Nullable String violation,
        @Nullable String internalMonologue,
        @Nullable String publicDialogue,
        List<?> stateMutations,
        boolean proposeResolution,
        boolean abortEpisode,
        long tokenUsage,
        long stateVersion,
        @Nullable Map<String, ? extends @Nullable Object> environment) {
    private static final int LONGEST_MONOLOGUE = 8_000;
    private static final int LONGEST_DIALOGUE = 4_000;
    private static final int LONGEST_VIOLATION = 8_000;
    private static final int MOST_MUTATIONS = 16;
    static final int LONGEST_MUTATIONS = 512 << 10;
    static final int LONGEST_ENVIRONMENT = 64 << 10;

    void check() {
        Bounds.whole("turn_number", turnNumber, 0, Integer.MAX_VALUE);
        Bounds.id("actor_id of turn " + turnNumber, Bounds.given("actor_id", actorId), Participant.LONGEST_ACTOR);
        Bounds.whole("attempts", attempts, 1, 1_000);
        Bounds.textOrNull("internal_monologue", internalMonologue, 0, LONGEST_MONOLOGUE);
        Bounds.textOrNull("public_dialogue", publicDialogue, 0, LONGEST_DIALOGUE);
        Bounds.textOrNull("violation", violation, 0, LONGEST_VIOLATION);
        Bounds.size("state_mutations", stateMutations, 0, MOST_MUTATIONS);
        Bounds.whole("token_usage", tokenUsage, 0, Json.LARGEST_EXACT);
        Bounds.whole("state_version", stateVersion, 0, Integer.MAX_VALUE);
    }

    /** The turn without what the speaker thought. */
    LogEntry withoutMonologue() {
        return new LogEntry(
                turnNumber,
                actorId,
                speakerId,
                applied,
                attempts,
                violation,
                null,
                publicDialogue,
                stateMutations,
                proposeResolution,
                abortEpisode,
                tokenUsage,
                stateVersion,
                environment);
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "turn_number", turnNumber,
                "actor_id", actorId,
                "speaker_id", speakerId,
                "outcome", applied ? "applied" : "skipped",
                "attempts", attempts,
                "violation", violation,
                "internal_monologue", internalMonologue,
                "public_dialogue", publicDialogue,
                "state_mutations", stateMutations,
                "propose_resolution", proposeResolution,
                "abort_episode", abortEpisode,
                "token_usage", tokenUsage,
                "state_version", stateVersion,
                "environment", environment);
    }
}
