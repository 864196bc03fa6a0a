package dev.stoa.server.http;

import dev.stoa.base.Page;
import dev.stoa.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a handler answers: a document that becomes JSON, or a body that it writes itself. Immutable.
 *
 * @param document what becomes JSON, or the bytes of the body; null if there is a stream or nothing
 * @param stream writes the body at once; null if it is made otherwise
 * @param live writes the body from then on; null if it is made otherwise
 * @param mediaType of the body
 * @param headers further headers
 */
public record Answer(
        int status,
        @Nullable Object document,
        @Nullable Body stream,
        @Nullable Live live,
        String mediaType,
        Map<String, String> headers) {
    static final String JSON = "application/json";

    /** A body that is written while it is made. */
    @FunctionalInterface
    public interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    /** A body that is written after the handler has returned, a piece at a time and by other threads. */
    @FunctionalInterface
    public interface Live {
        void follow(LiveAnswer answer);
    }

    public Answer {
        headers = Map.copyOf(headers);
    }

    public static Answer ok(Object document) {
        return new Answer(200, document, null, null, JSON, Map.of());
    }

    /** A page of a list. */
    public static Answer list(Page<?> page) {
        return ok(Json.object("items", page.items(), "next", page.next()));
    }

    /**
     * What was added, or was there already.
     *
     * @param path its path below {@code /api/v1}
     */
    public static Answer added(boolean created, String path, Object document) {
        return created ? new Answer(201, document, null, null, JSON, Map.of("Location", path)) : ok(document);
    }

    /** What was added and has no address of its own. */
    public static Answer created(Object document) {
        return ok(document).status(201);
    }

    /** Something that goes on after the answer. */
    public static Answer accepted(String path, Object document) {
        return new Answer(202, document, null, null, JSON, Map.of("Location", path));
    }

    /** Nothing, to a message that wants no answer. */
    public static Answer taken() {
        return new Answer(202, null, null, null, JSON, Map.of());
    }

    /** Nothing: the end of what can be streamed. */
    public static Answer nothing() {
        return new Answer(204, null, null, null, JSON, Map.of());
    }

    /** A text of another media type. */
    public static Answer text(String mediaType, String text) {
        return stream(mediaType, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** A whole body of another media type. */
    public static Answer bytes(String mediaType, byte[] body) {
        return new Answer(200, new Written(body), null, null, mediaType, Map.of());
    }

    /** Another address of this server, which the client asks for next with GET. */
    public static Answer seeOther(String path) {
        return new Answer(303, null, null, null, JSON, Map.of("Location", path));
    }

    /** A body that is written while it is made; what fails in the middle breaks the connection off. */
    public static Answer stream(String mediaType, Body body) {
        return new Answer(200, null, body, null, mediaType, Map.of());
    }

    /** A stream of events, which goes on as long as its source and its client do. */
    public static Answer events(Live live) {
        return new Answer(200, null, null, live, "text/event-stream", Map.of("X-Accel-Buffering", "no"));
    }

    /** The same answer with a header more. */
    public Answer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, document, stream, live, mediaType, more);
    }

    /** The same answer with the version of the thing that it shows. */
    public Answer version(String version) {
        // Written here, because the tag is made of its bytes, which are then sent.
        Written written = new Written(bytes());
        return new Answer(status, written, null, null, mediaType, headers)
                .with("ETag", Versions.tag(version, written.bytes));
    }

    /** The document as it is sent. */
    byte[] bytes() {
        return document instanceof Written written
                ? written.bytes
                : Json.write(Objects.requireNonNull(document)).getBytes(StandardCharsets.UTF_8);
    }

    /** The document as a client reads it. */
    public @Nullable Object read() {
        return Json.parse(new String(bytes(), StandardCharsets.UTF_8));
    }

    /** A document that is written already. */
    private static final class Written {
        private final byte[] bytes;

        Written(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    /** The same answer as the repetition of one that was given before under the same key. */
    public Answer replayed() {
        return with("Idempotent-Replay", "true");
    }

    public Answer status(int value) {
        return new Answer(value, document, stream, live, mediaType, headers);
    }
}
