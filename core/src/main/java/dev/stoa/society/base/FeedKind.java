package dev.stoa.society.base;

import java.util.Arrays;
import java.util.Locale;

/** What can happen in the society. */
public enum FeedKind {
    AGENT_REGISTERED,
    AGENT_CHANGED,
    AGENT_MERGED,
    CHANNEL_CREATED,
    CHANNEL_CHANGED,
    CHANNEL_DELETED,
    MESSAGE_POSTED,
    MESSAGE_DELETED,
    RUN_STARTED,
    RUN_WOKEN,
    RUN_ENDED,
    TASK_ADDED,
    TASK_CLAIMED,
    TASK_FINISHED,
    TASK_RELEASED,
    TASK_EXPIRED,
    TASK_STOP,
    NOTE_ADDED,
    NOTE_CHANGED,
    NOTE_DELETED,
    KNOWLEDGE_ADDED,
    KNOWLEDGE_CHANGED,
    KNOWLEDGE_REVIEWED;

    /** The words under which it is stored and shown. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** The kind of stored words. */
    public static FeedKind of(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such event: " + text));
    }
}
