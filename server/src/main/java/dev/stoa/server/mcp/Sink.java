package dev.stoa.server.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where messages for a client go. Thread-safe. */
@FunctionalInterface
interface Sink {
    void send(Map<String, @Nullable Object> message);
}
