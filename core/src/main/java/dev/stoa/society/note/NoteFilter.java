package dev.stoa.society.note;

import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import org.jspecify.annotations.Nullable;

/**
 * Which notes a list shows. Immutable.
 *
 * @param agent whose notes; null for one's own
 * @param coreOnly whether only those that the agent is always told
 * @param days changed within so many days, null for any time
 * @param archived whether those that were put away instead of those in use
 */
public record NoteFilter(
        @Nullable String agent,
        @Nullable String topic,
        boolean coreOnly,
        @Nullable Integer days,
        boolean archived,
        Page.Request page) {
    private static final int MOST_DAYS = 36_500;

    public NoteFilter {
        if (days != null) {
            Bounds.whole("days", days, 1, MOST_DAYS);
        }
    }

    /** One's own notes in use. */
    public static NoteFilter mine() {
        return new NoteFilter(null, null, false, null, false, Page.Request.first());
    }

    /** The same of an agent. */
    public NoteFilter of(@Nullable String whose) {
        return new NoteFilter(whose, topic, coreOnly, days, archived, page);
    }
}
