package dev.stoa.server.mcp;

import dev.stoa.json.Json;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Messages as server-sent events. Stateless. */
final class EventStream {
    static final String MEDIA_TYPE = "text/event-stream";

    /** How soon a client that went away is noticed: a write to it fails. */
    private static final Duration PING = Duration.ofSeconds(1);

    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    private EventStream() {}

    /** The id of an event: the number of its stream, and its place there. */
    record EventId(long stream, int index) {
        /** The id in a text; null if it is none. */
        static @Nullable EventId of(String text) {
            if (!text.matches("[0-9]{1,18}:[0-9]{1,9}")) {
                return null;
            }
            int colon = text.indexOf(':');
            return new EventId(Long.parseLong(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
        }

        String text() {
            return stream + ":" + index;
        }
    }

    /**
     * Writes messages from a place on, until there are no more.
     *
     * @param stream the number under which a client may ask for the rest; null if it may not
     * @param over whether the server ends it
     */
    static void write(OutputStream out, EventLog log, @Nullable Long stream, int from, BooleanSupplier over)
            throws IOException {
        int index = from;
        if (stream != null && from == 0) {
            // A client that loses the connection before the first event can ask for it.
            put(out, "id: " + new EventId(stream, 0).text() + "\nretry: 1000\ndata:\n\n");
        }
        while (!log.isOver(index)) {
            Map<String, @Nullable Object> message = awaited(log, index);
            // After the wait, so that nothing is sent to a client whose rights ended in it.
            if (over.getAsBoolean()) {
                return;
            }
            if (message == null) {
                out.write(COMMENT);
                out.flush();
            } else {
                index++;
                put(out, event(stream == null ? null : new EventId(stream, index), message));
                if (stream == null) {
                    log.forget(index);
                }
            }
        }
    }

    private static @Nullable Map<String, @Nullable Object> awaited(EventLog log, int index) throws IOException {
        try {
            return log.await(index, PING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the stream was interrupted");
        }
    }

    private static String event(@Nullable EventId id, Map<String, @Nullable Object> message) {
        return "event: message\n" + (id == null ? "" : "id: " + id.text() + "\n") + "data: " + Json.write(message)
                + "\n\n";
    }

    private static void put(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
