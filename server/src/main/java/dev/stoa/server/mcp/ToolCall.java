package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import dev.stoa.json.JsonFields;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of a tool as its handler sees it: allowed, and with arguments that have their form. Used by one thread.
 *
 * @param again looks the caller up once more, for a call that takes long
 * @param params everything that was sent with the call
 */
record ToolCall(
        Principal by,
        Supplier<Principal> again,
        Map<String, @Nullable Object> arguments,
        Map<String, @Nullable Object> params,
        Progress progress) {
    JsonFields fields() {
        return JsonFields.of(arguments);
    }
}
