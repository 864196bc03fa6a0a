package dev.stoa.server.mcp;

import dev.stoa.json.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How far a call is, told to the client that asked for it: at most four times a second, and never backwards. Used by the
 * thread of the call.
 */
final class Progress {
    private static final long PAUSE = Duration.ofMillis(250).toNanos();

    private final @Nullable Object token;
    private final Sink sink;
    private final LongSupplier nanos;
    private double last = Double.NEGATIVE_INFINITY;
    private long toldAt;

    Progress(@Nullable Object token, Sink sink, LongSupplier nanos) {
        this.token = token;
        this.sink = sink;
        this.nanos = nanos;
    }

    /** That of a request, which is told only if the request names a token for it. */
    static Progress of(Map<String, @Nullable Object> meta, Sink sink) {
        Object token = meta.get("progressToken");
        return new Progress(token instanceof String || token instanceof Number ? token : null, sink, System::nanoTime);
    }

    /** Whether the client asked for it. */
    boolean isAsked() {
        return token != null;
    }

    /**
     * Tells how far the call is.
     *
     * @param total what it will be in the end; null if that is not known
     */
    void tell(double done, @Nullable Double total, @Nullable String message) {
        long now = nanos.getAsLong();
        boolean first = last == Double.NEGATIVE_INFINITY;
        if (token == null || done <= last || (!first && now - toldAt < PAUSE)) {
            return;
        }
        last = done;
        toldAt = now;
        Map<String, @Nullable Object> params =
                new LinkedHashMap<>(Json.object("progressToken", token, "progress", done));
        if (total != null) {
            params.put("total", total);
        }
        if (message != null) {
            params.put("message", message);
        }
        sink.send(Rpc.notification("notifications/progress", params));
    }
}
