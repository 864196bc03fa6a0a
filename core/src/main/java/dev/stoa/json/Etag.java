package dev.stoa.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The version of a thing, by its document. Stateless, safe from any thread. */
public final class Etag {
    private Etag() {}

    /**
     * The first 16 hexadecimal digits of the SHA-256 of a document in its canonical text.
     *
     * @param without the fields that are no part of the version, because they change without an edit: with the reader,
     *     the clock, the traffic or the work in the background
     */
    public static String of(Map<String, ? extends @Nullable Object> document, String... without) {
        Map<String, @Nullable Object> counted = new LinkedHashMap<>(document);
        Arrays.asList(without).forEach(counted::remove);
        return Digest.version(Json.canonical(counted).getBytes(StandardCharsets.UTF_8));
    }
}
