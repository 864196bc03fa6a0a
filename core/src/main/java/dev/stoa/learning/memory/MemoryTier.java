package dev.stoa.learning.memory;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How fast a memory fades, from an hour to a month. The order is from fast to slow; the names are what is stored. */
public enum MemoryTier {
    FAST,
    MEDIUM,
    SLOW,
    GLACIAL;

    private static final List<String> WORDS =
            Arrays.stream(values()).map(MemoryTier::text).toList();

    /** The name under which it is stored and shown. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The tier of a given name. */
    public static MemoryTier of(String text) {
        return valueOf(Bounds.word("tier", text, WORDS).toUpperCase(Locale.ROOT));
    }

    /** Whether a stored text names a tier. */
    static boolean isKnown(String text) {
        return WORDS.contains(text);
    }

    /** The tier that a surprising memory is promoted to; none for the fastest. */
    public Optional<MemoryTier> faster() {
        return switch (this) {
            case FAST -> Optional.empty();
            case MEDIUM -> Optional.of(FAST);
            case SLOW -> Optional.of(MEDIUM);
            case GLACIAL -> Optional.of(SLOW);
        };
    }

    /** The tier that a stable memory is demoted to; none for the slowest. */
    public Optional<MemoryTier> slower() {
        return switch (this) {
            case FAST -> Optional.of(MEDIUM);
            case MEDIUM -> Optional.of(SLOW);
            case SLOW -> Optional.of(GLACIAL);
            case GLACIAL -> Optional.empty();
        };
    }
}
