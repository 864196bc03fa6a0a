package dev.stoa.base;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Whether what simulated debates have taught counts for a question. A debate with any simulated seat is one: its answer
 * was drawn by chance in part.
 */
public enum Simulated {
    /** Only what is real: what every question means that does not say otherwise. */
    EXCLUDE,
    /** Both. */
    INCLUDE,
    /** Only what is simulated. */
    ONLY;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one of that name. */
    public static Simulated of(String word) {
        List<String> known = Arrays.stream(values()).map(Simulated::text).toList();
        return values()[known.indexOf(Bounds.word("simulated", word, known))];
    }

    /** Whether something counts that is, or is not, simulated. */
    public boolean admits(boolean simulated) {
        return this == INCLUDE || (this == ONLY) == simulated;
    }

    /** The condition on a column that is 1 for what is simulated, behind other conditions; empty if all counts. */
    public String and(String column) {
        return this == INCLUDE ? "" : " AND " + column + (this == ONLY ? " = 1" : " = 0");
    }
}
