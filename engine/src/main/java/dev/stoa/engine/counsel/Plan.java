package dev.stoa.engine.counsel;

import dev.stoa.counsel.run.Panel;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What would be asked of whom. Immutable.
 *
 * @param field the field of the question
 * @param panel those who would be asked, in order
 * @param prompts what would be sent to them
 */
public record Plan(
        String field,
        Map<String, Double> distribution,
        List<Panel.Member> panel,
        List<Map<String, @Nullable Object>> prompts) {
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "field",
                field,
                "distribution",
                distribution,
                "panel",
                panel.stream().map(Panel.Member::specialist).toList(),
                "prompts",
                prompts);
    }
}
