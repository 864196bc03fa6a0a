package dev.stoa.server.sse;

import dev.stoa.base.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one stream reads. Used by one thread at a time. What a principal may see is decided when it is read. */
interface Source {
    /** How many events are read at once. */
    int PORTION = 500;

    /**
     * What comes after a position.
     *
     * @param reset the place from which it goes on, if what comes after the position is not kept or never was; else null
     * @param next the position after these events, and after those between them that the principal may not see
     * @param more whether there may be more behind it
     * @param end the status of the source if nothing more will happen after these, else null
     */
    record Batch(
            @Nullable Long reset,
            List<Event> events,
            long next,
            boolean more,
            @Nullable String end) {
        public Batch {
            events = List.copyOf(events);
        }
    }

    /** The number of its newest event. Refused where the principal may not see it. */
    long newest(Principal by);

    /** Whether nothing will come after a position any more. */
    boolean isOver(Principal by, long position);

    Batch after(Principal by, long position);
}
