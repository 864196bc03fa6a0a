package dev.stoa.evolution.profile;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A profile in a line of descent. Immutable.
 *
 * @param operator how it was made of its parent
 * @param verdict what was decided about it
 * @param diff what distinguishes it from its parent; null for a root
 */
public record LineageStep(
        Profile profile,
        @Nullable String operator,
        @Nullable ProfileVerdict verdict,
        @Nullable ProfileDiff diff) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "profile_id", profile.id(),
                "seq", profile.seq(),
                "parent_profile_id", profile.parentProfileId(),
                "generation", profile.generation(),
                "actor_id", profile.actorId(),
                "created_by", profile.createdBy(),
                "tactic", profile.tactic(),
                "operator", operator,
                "verdict", verdict == null ? null : verdict.document(),
                "diff", diff == null ? null : diff.document());
    }
}
