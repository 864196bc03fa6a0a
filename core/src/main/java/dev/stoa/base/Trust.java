package dev.stoa.base;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The trust of a text, on the one scale of all wings. What is made from other things never has more than the
 * least of them.
 */
public enum Trust implements TextEnum {
    /** It came from outside. */
    UNTRUSTED(0),
    /** An agent said so. */
    AGENT(1),
    /** A debate or an executed check settled it. */
    CONFIRMED(2),
    /** A person said so. */
    HUMAN(3);

    private final int level;

    Trust(int level) {
        this.level = level;
    }

    /** The number under which it is stored, 0 to 3. */
    public int level() {
        return level;
    }

    @Override
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The trust of a stored number. */
    public static Trust ofLevel(long level) {
        return Arrays.stream(values())
                .filter(trust -> trust.level == level)
                .findFirst()
                .orElseThrow(() -> new VerificationException(
                        "damaged_trust", "trust " + level + " is not within 0 to 3", "check the archive for damage"));
    }

    /** The trust of a given name. */
    public static Trust of(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        List<String> known = Arrays.stream(values()).map(Trust::text).toList();
        return valueOf(Bounds.word("trust", word, known).toUpperCase(Locale.ROOT));
    }

    /** The lesser of the two. */
    public Trust atMost(Trust bound) {
        return compareTo(bound) <= 0 ? this : bound;
    }
}
