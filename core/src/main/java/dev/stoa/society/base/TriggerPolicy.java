package dev.stoa.society.base;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whose mention starts an agent. */
public enum TriggerPolicy {
    ANYONE,
    /** Only that of people. */
    HUMAN,
    NEVER;

    /** The word under which it is stored and shown. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The policy of a stored word, or of one that somebody gave. */
    public static TriggerPolicy of(String text) {
        List<String> known = Arrays.stream(values()).map(TriggerPolicy::text).toList();
        return valueOf(Bounds.word("trigger_policy", text, known).toUpperCase(Locale.ROOT));
    }
}
