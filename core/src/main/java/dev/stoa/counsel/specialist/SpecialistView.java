package dev.stoa.counsel.specialist;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A specialist with what is known of it. Immutable.
 *
 * @param reliability how reliable its model was, by field
 * @param outcomes the sum of the weights of the outcomes that says so, by field
 * @param gate what the comparison with its shadow says; null if it has none
 * @param rollbackAdvised whether the model before the last promotion has done better since
 */
public record SpecialistView(
        Specialist specialist,
        Map<String, Double> reliability,
        Map<String, Double> outcomes,
        @Nullable Gate gate,
        boolean rollbackAdvised) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "name", specialist.name(),
                "active_model", specialist.activeModel(),
                "shadow_model", specialist.shadowModel(),
                "fields", specialist.fields(),
                "state", specialist.state().text(),
                "reliability", reliability,
                "outcomes", outcomes,
                "gate", gate == null ? null : gate.document(),
                "rollback_advised", rollbackAdvised);
    }
}
