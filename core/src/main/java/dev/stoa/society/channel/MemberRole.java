package dev.stoa.society.channel;

import java.util.Locale;

/** What somebody is in a channel. */
public enum MemberRole {
    /** Says who belongs to it, and may delete it. */
    OWNER,
    MEMBER,
    /** Has written there, and belongs to it no more. */
    LEFT;

    /** The word under which it is stored and shown. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of a stored word. */
    static MemberRole of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
