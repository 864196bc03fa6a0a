package dev.stoa.society.channel;

import java.util.Locale;

/** What a mention led to. */
public enum MentionState {
    /** Nothing; its reason says why. */
    SKIPPED,
    /** The agent can see it, and is not started. */
    NOTED,
    /** An execution that is to begin will read it. */
    COALESCED,
    /** An execution comes when the present one has ended. */
    WAITING,
    STARTED;

    /** The word under which it is stored and shown. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of a stored word. */
    static MentionState of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
