package dev.stoa.evolution.memory;

import dev.stoa.base.Bounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search for strategies. Immutable.
 *
 * @param text what they are to be like; null if a vector is given
 * @param model the model of the vector
 * @param vector what they are to be like, as a vector of the model
 * @param conditions what their metadata must be, all of it
 * @param limit the most to return, 1 to 100
 */
// A value for one hand-over; instances are never compared.
@SuppressWarnings("ArrayRecordComponent")
public record StrategyQuery(
        @Nullable String text,
        @Nullable String model,
        float @Nullable [] vector,
        List<StrategyCondition> conditions,
        int limit) {
    public static final int DEFAULT_LIMIT = 5;
    private static final int MOST = 100;
    private static final int LONGEST_TEXT = 64 << 10;

    public StrategyQuery {
        Bounds.textOrNull("text", text, 1, LONGEST_TEXT);
        Bounds.whole("limit", limit, 1, MOST);
        conditions = List.copyOf(conditions);
        if ((text == null) != (vector != null) || (vector != null) != (model != null)) {
            throw Bounds.invalid("a search has a text, or a vector with its model", "give one of them");
        }
    }

    public static StrategyQuery of(String text) {
        return new StrategyQuery(text, null, null, List.of(), DEFAULT_LIMIT);
    }

    public static StrategyQuery of(String model, float[] vector) {
        return new StrategyQuery(null, model, vector, List.of(), DEFAULT_LIMIT);
    }

    public StrategyQuery where(StrategyCondition... all) {
        return new StrategyQuery(text, model, vector, List.of(all), limit);
    }

    public StrategyQuery limit(int most) {
        return new StrategyQuery(text, model, vector, conditions, most);
    }
}
