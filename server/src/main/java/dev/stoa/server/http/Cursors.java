package dev.stoa.server.http;

import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Cursors of lists as clients see them: that of the store behind a mark of the route and its filters, so that the cursor
 * of another list is refused and never read as one of this. Stateless.
 */
final class Cursors {
    private static final int MARK = 8;

    private Cursors() {}

    /** The cursor for a client. */
    static String shown(String stored, Route route, Map<String, ?> filters) {
        return mark(route, filters) + stored;
    }

    /** The cursor of the store. */
    static String stored(String shown, Route route, Map<String, ?> filters) {
        if (shown.length() <= MARK || !shown.startsWith(mark(route, filters))) {
            throw Refusal.field(
                    "cursor",
                    "is not from a page of this list with these filters",
                    "use the next of such a page, or none");
        }
        return shown.substring(MARK);
    }

    private static String mark(Route route, Map<String, ?> filters) {
        Map<String, @Nullable Object> others = new TreeMap<>(filters);
        others.remove("cursor");
        others.remove("limit");
        return Digest.sha256(route.path() + " " + Json.canonical(others)).substring(0, MARK);
    }
}
