package dev.stoa.server.console;

import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the console. Immutable.
 *
 * @param path its address, in which {@code {name}} is one segment
 * @param name its name in its twin
 * @param wing the part of the console that it belongs to; null for none
 * @param scope what it needs of the caller
 * @param queries the names of what its query may hold
 * @param maker makes what it shows
 */
record Page(String path, String name, @Nullable Wing wing, Scope scope, List<String> queries, Maker maker) {
    Page {
        queries = List.copyOf(queries);
    }

    /** A page whose address has no query. */
    Page(String path, String name, @Nullable Wing wing, Scope scope, Maker maker) {
        this(path, name, wing, scope, List.of(), maker);
    }

    /** Makes what a page shows, of answers of the API. */
    @FunctionalInterface
    interface Maker {
        View make(Asked asked) throws Exception;
    }
}
