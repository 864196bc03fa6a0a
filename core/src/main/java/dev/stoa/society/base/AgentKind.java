package dev.stoa.society.base;

import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What an agent is. */
public enum AgentKind {
    /** A program that is started. */
    AGENT,
    /** A person. */
    HUMAN,
    /** Stoa itself. */
    SYSTEM;

    /** The word under which it is stored and shown. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of a stored word, or of one that somebody gave. */
    public static AgentKind of(String text) {
        List<String> known = Arrays.stream(values()).map(AgentKind::text).toList();
        return valueOf(Bounds.word("kind", text, known).toUpperCase(Locale.ROOT));
    }

    /** The most trust that what it says can have by itself. */
    public Trust ceiling() {
        return this == AGENT ? Trust.AGENT : Trust.HUMAN;
    }
}
