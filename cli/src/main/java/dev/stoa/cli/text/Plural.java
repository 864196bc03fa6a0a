package dev.stoa.cli.text;

import java.util.Locale;

/** A number with the word for what it counts, as {@code 1 debate} or {@code 2 debates}. Stateless. */
public final class Plural {
    private Plural() {}

    /** The number and the word. The plural of the word takes an {@code s}. */
    public static String of(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }
}
