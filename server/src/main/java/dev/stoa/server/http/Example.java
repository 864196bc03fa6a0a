package dev.stoa.server.http;

import org.jspecify.annotations.Nullable;

/**
 * A request that a route answers on the demo data, as the documents show it. Immutable.
 *
 * @param path the path below {@code /api/v1} with its query, in which {@code {NAME}} stands for an id of the demo data
 * @param body the body as JSON; null if there is none
 * @param status the status of its answer
 */
public record Example(String path, @Nullable String body, int status) {
    public static Example get(String path) {
        return new Example(path, null, 200);
    }

    public static Example send(String path, String body) {
        return new Example(path, body, 200);
    }

    /** The same request, answered with another status. */
    public Example status(int value) {
        return new Example(path, body, value);
    }
}
