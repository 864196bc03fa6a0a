package dev.stoa.evolution.profile;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was decided about a profile, in short. Immutable. */
public record ProfileVerdict(
        String id,
        String operator,
        String outcome,
        String reason,
        @Nullable Double pHolm,
        @Nullable Double lcb) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("verdict_id", id, "outcome", outcome, "reason", reason, "p_holm", pHolm, "lcb", lcb);
    }
}
