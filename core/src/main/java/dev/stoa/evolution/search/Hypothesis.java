package dev.stoa.evolution.search;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the scout suggests to try. Immutable.
 *
 * @param title what it is about
 * @param target the cell of tactics to try
 * @param feasibility how likely it is to work, 1 to 10
 * @param novelty how little was tried of it, 1 to 10
 */
public record Hypothesis(String title, String target, int feasibility, int novelty) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("title", title, "target", target, "feasibility", feasibility, "novelty", novelty);
    }
}
