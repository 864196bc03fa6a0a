package dev.stoa.server.mcp;

import dev.stoa.json.Json;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tool that clients call. Immutable.
 *
 * @param definition how the protocol lists it
 * @param scope what a caller needs
 * @param look the flag with which a call changes nothing, so that it needs only to read; null if there is none
 * @param check refuses arguments that have not their form
 * @param time how long a call may take
 * @param capabilities what the client must be able to do
 */
record Tool(
        String name,
        Map<String, @Nullable Object> definition,
        Scope scope,
        @Nullable String look,
        Consumer<Map<String, @Nullable Object>> check,
        Duration time,
        Map<String, @Nullable Object> capabilities,
        Handler handler) {
    /** How long most calls may take. */
    static final Duration USUAL = Duration.ofSeconds(60);

    /** Does what a tool is for. */
    @FunctionalInterface
    interface Handler {
        ToolResult run(ToolCall call) throws InterruptedException;
    }

    /** What a tool does to the world. */
    enum Kind {
        /** It changes nothing. */
        READS(true, true, false),
        /** Called again it changes nothing more. */
        SETS(false, true, false),
        /** Each call acts. */
        ACTS(false, false, false),
        /** Each call acts, also outside of the archives. */
        REACHES_OUT(false, false, true);

        private final boolean readOnly;
        private final boolean idempotent;
        private final boolean open;

        Kind(boolean readOnly, boolean idempotent, boolean open) {
            this.readOnly = readOnly;
            this.idempotent = idempotent;
            this.open = open;
        }

        private Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> hints = new LinkedHashMap<>(Json.object("readOnlyHint", readOnly));
            if (!readOnly) {
                hints.put("destructiveHint", false);
            }
            hints.put("idempotentHint", idempotent);
            hints.put("openWorldHint", open);
            return hints;
        }
    }

    /** How a tool is named, and what it says of itself. */
    record Label(String name, String title, String description) {}

    /** A tool whose arguments are declared. */
    static Tool of(
            Label label, Kind kind, Scope scope, Shape input, Map<String, @Nullable Object> output, Handler handler) {
        return new Tool(
                label.name(),
                Json.object(
                        "name",
                        label.name(),
                        "title",
                        label.title(),
                        "description",
                        label.description(),
                        "inputSchema",
                        input.schema(),
                        "outputSchema",
                        output,
                        "annotations",
                        kind.document()),
                scope,
                null,
                arguments -> check(input, arguments),
                USUAL,
                Map.of(),
                handler);
    }

    private static void check(Shape input, Map<String, @Nullable Object> arguments) {
        try {
            input.check(arguments);
        } catch (Refusal refused) {
            String hint = refused.hint();
            throw McpError.params(refused.getMessage() + (hint == null ? "" : "; " + hint));
        }
    }

    /** The same tool, whose calls may take this long. */
    Tool within(Duration longest) {
        return new Tool(name, definition, scope, look, check, longest, capabilities, handler);
    }

    /** The same tool, which only reads when it is called with a flag. */
    Tool looking(String flag) {
        return new Tool(name, definition, scope, flag, check, time, capabilities, handler);
    }

    /** What a call with these arguments needs. */
    Scope scope(Map<String, @Nullable Object> arguments) {
        return look != null && Boolean.TRUE.equals(arguments.get(look)) ? Scope.READ_AGENT : scope;
    }

    /** How a refusal speaks of a call with these arguments. */
    String named(Map<String, @Nullable Object> arguments) {
        return look == null || scope(arguments) != scope ? name : name + " without " + look;
    }

    /** What any call needs at least. */
    Scope least() {
        return look == null ? scope : Scope.READ_AGENT;
    }

    boolean isReading() {
        return definition.get("annotations") instanceof Map<?, ?> hints
                && Boolean.TRUE.equals(hints.get("readOnlyHint"));
    }
}
