package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A memory that was recalled, and why. Immutable. The score is the sum of weight times value over the terms.
 *
 * @param lexical how well its words fit; null without words to search for
 * @param semantic how near its meaning is; null without vectors
 */
public record RecallHit(
        Memory memory,
        double score,
        @Nullable Lexical lexical,
        @Nullable Semantic semantic,
        Retained retention) {

    /**
     * How well the words fit.
     *
     * @param value the score of the text index as a part of the best one
     * @param matched the words of the query that it holds, with any ending
     */
    public record Lexical(double value, double weight, List<String> matched) {}

    /**
     * How near the meaning is.
     *
     * @param value the cosine, at least 0
     */
    public record Semantic(double value, double weight) {}

    /**
     * What is left of the memory's strength.
     *
     * @param strength what it was when the memory was last touched
     * @param floored whether less is left of it than the floor
     */
    public record Retained(
            double value, double weight, double strength, double ageSeconds, double halfLifeSeconds, boolean floored) {}

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "memory",
                memory.document(),
                "score",
                score,
                "terms",
                Json.object(
                        "lexical",
                        lexical == null
                                ? null
                                : Json.object(
                                        "value",
                                        lexical.value(),
                                        "weight",
                                        lexical.weight(),
                                        "matched",
                                        lexical.matched()),
                        "semantic",
                        semantic == null ? null : Json.object("value", semantic.value(), "weight", semantic.weight()),
                        "retention",
                        Json.object(
                                "value", retention.value(),
                                "weight", retention.weight(),
                                "strength", retention.strength(),
                                "age_seconds", retention.ageSeconds(),
                                "half_life_seconds", retention.halfLifeSeconds(),
                                "floored", retention.floored())));
    }
}
