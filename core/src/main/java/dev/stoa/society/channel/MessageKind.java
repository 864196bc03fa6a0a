package dev.stoa.society.channel;

import java.util.Locale;

/** What a message is. */
public enum MessageKind {
    TEXT,
    /** What an execution answered. */
    REPLY,
    /** Work that is offered to somebody. */
    HANDOFF,
    /** What Stoa says itself; it mentions nobody. */
    SYSTEM;

    /** The word under which it is stored and shown. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of a stored word. */
    static MessageKind of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
