package dev.stoa.server.console.chart;

import java.util.Locale;

/** The colour of a mark: an option's, a state's, or none in particular. A tone never carries a meaning alone. */
public enum Tone {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    GOOD,
    WARN,
    BAD,
    SOFT,
    ACCENT,
    PLAIN;

    private static final int OPTIONS = 7;

    /** The tone of an option by its place; colours repeat after the seventh, letters do not. */
    public static Tone option(int index) {
        return values()[Math.floorMod(index, OPTIONS)];
    }

    /** The class that gives the colour. */
    String css() {
        String name = name().toLowerCase(Locale.ROOT);
        return name.length() == 1 ? "option-" + name : name;
    }
}
