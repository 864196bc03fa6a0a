package dev.stoa.debate.rules.record;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which option the answer of a turn is. Immutable.
 *
 * @param option -1 if there is no key left for it
 * @param label what the option is called if this answer is the first of it; null if it joined one
 * @param cosines how near its meaning is to that of each option it was compared with
 */
public record OptionAssignment(
        int turnSeq, int option, @Nullable String label, Map<Integer, Double> cosines) {
    public OptionAssignment {
        cosines = Map.copyOf(cosines);
    }
}
