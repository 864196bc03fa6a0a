package dev.stoa.society.channel;

import java.util.Locale;

/** What a message is. */
public enum MessageKind {
    TEXT,
    /** What an execution answered. */
    REPLY,
    /** Work that is offered to an agent. */
    HANDOFF,
    /** A message of Stoa itself; it has no mentions. */
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
