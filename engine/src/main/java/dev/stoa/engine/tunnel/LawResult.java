package dev.stoa.engine.tunnel;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether something that the literature found about debates holds here. Immutable.
 *
 * @param law its number, from 1
 * @param title what it says, in a few words
 * @param conditions what has to hold, all of it
 */
public record LawResult(int law, String title, List<Condition> conditions) {
    public LawResult {
        conditions = List.copyOf(conditions);
    }

    /**
     * A measured value and its bound.
     *
     * @param name what was measured
     * @param least whether the bound is the least that it may be, else it is the most
     */
    public record Condition(String name, double measured, boolean least, double bound) {
        static Condition atLeast(String name, double measured, double bound) {
            return new Condition(name, measured, true, bound);
        }

        static Condition atMost(String name, double measured, double bound) {
            return new Condition(name, measured, false, bound);
        }

        public boolean ok() {
            return least ? measured >= bound : measured <= bound;
        }
    }

    public boolean ok() {
        return conditions.stream().allMatch(Condition::ok);
    }

    /** It as JSON: values and bounds by what was measured. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> measured = new LinkedHashMap<>();
        Map<String, @Nullable Object> bound = new LinkedHashMap<>();
        for (Condition condition : conditions) {
            measured.put(condition.name(), condition.measured());
            bound.put(condition.name(), Json.object(condition.least() ? "least" : "most", condition.bound()));
        }
        return Json.object("law", law, "title", title, "ok", ok(), "measured", measured, "bound", bound);
    }

    /** All laws as JSON, with how often and from which seed they were measured. */
    public static Map<String, @Nullable Object> document(List<LawResult> laws, int questions, long seed) {
        return Json.object(
                "ok",
                laws.stream().allMatch(LawResult::ok),
                "questions",
                questions,
                "seed",
                seed,
                "laws",
                laws.stream().map(LawResult::document).toList());
    }
}
