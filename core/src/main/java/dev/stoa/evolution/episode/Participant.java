package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who took part in an episode, and what came of it. Immutable.
 *
 * @param profileId null only in an episode of another program
 * @param score -5 to 5; null unless it is a primary actor, and in an episode of another program
 * @param utility what the outcome was worth to it
 */
public record Participant(
        String actorId,
        @Nullable String profileId,
        Archetype archetype,
        @Nullable Integer score,
        @Nullable Double utility,
        long penalties,
        long tokens) {
    static final int LONGEST_ACTOR = 64;

    public Participant {
        Bounds.id("actor_id", actorId, LONGEST_ACTOR);
        Bounds.given("archetype", archetype);
        Bounds.whole("penalties", penalties, 0, Integer.MAX_VALUE);
        Bounds.whole("tokens", tokens, 0, Json.LARGEST_EXACT);
    }

    public boolean primary() {
        return archetype == Archetype.PRIMARY_ACTOR;
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "actor_id", actorId,
                "profile_id", profileId,
                "archetype", archetype.text(),
                "score", score,
                "utility", utility,
                "penalties", penalties,
                "tokens", tokens);
    }
}
