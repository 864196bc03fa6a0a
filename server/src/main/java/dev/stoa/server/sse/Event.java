package dev.stoa.server.sse;

import dev.stoa.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * One event of a stream. Immutable.
 *
 * @param id its number, from which a client resumes; {@link #NONE} if it cannot
 * @param data one line of JSON
 * @param sent is run when its bytes are written; null if nothing is to be remembered
 */
record Event(long id, String name, String data, @Nullable Runnable sent) {
    static final long NONE = -1;

    static Event of(long id, String name, Object document) {
        return new Event(id, name, Json.write(document), null);
    }

    /** An event that moves no position. */
    static Event plain(String name, Object document) {
        return of(NONE, name, document);
    }

    /** The place from which a stream goes on. */
    static Event place(String name, long id) {
        return of(id, name, Json.object("position", id));
    }

    Event then(Runnable action) {
        return new Event(id, name, data, action);
    }

    void writeTo(StringBuilder text) {
        if (id != NONE) {
            text.append("id: ").append(id).append('\n');
        }
        text.append("event: ").append(name).append("\ndata: ").append(data).append("\n\n");
    }
}
