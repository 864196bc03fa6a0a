package dev.stoa.server.mcp;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonLimits;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages of JSON-RPC. Stateless. */
final class Rpc {
    /** The most bytes of a message. */
    static final int LARGEST = 4 << 20;

    static final String META = "_meta";
    static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
    static final String CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
    static final String SERVER_KEY = "io.modelcontextprotocol/serverInfo";
    static final String SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";

    private static final JsonLimits LIMITS = new JsonLimits(JsonLimits.DEFAULT.depth(), LARGEST, 10_000);

    private Rpc() {}

    /** The value in a message; what is not JSON in UTF-8 is refused with its place. */
    static @Nullable Object parse(byte[] bytes) {
        try {
            return Json.parse(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString(),
                    LIMITS);
        } catch (CharacterCodingException e) {
            throw McpError.unreadable("the message is not UTF-8");
        } catch (InvalidException e) {
            throw McpError.unreadable(String.valueOf(e.getMessage()));
        }
    }

    static Map<String, @Nullable Object> result(Object id, Map<String, @Nullable Object> result) {
        return Json.object("jsonrpc", "2.0", "id", id, "result", result);
    }

    /** An error; without an id if that could not be read. */
    static Map<String, @Nullable Object> error(@Nullable Object id, McpError error) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>(Json.object("jsonrpc", "2.0"));
        if (id != null) {
            message.put("id", id);
        }
        Map<String, @Nullable Object> said =
                new LinkedHashMap<>(Json.object("code", error.code(), "message", error.getMessage()));
        if (error.data() != null) {
            said.put("data", error.data());
        }
        message.put("error", said);
        return message;
    }

    static Map<String, @Nullable Object> notification(String method, Map<String, @Nullable Object> params) {
        return Json.object("jsonrpc", "2.0", "method", method, "params", params);
    }

    /** Whether a message answers one of the server, which never asks anything. */
    static boolean isResponse(Map<String, @Nullable Object> message) {
        return !message.containsKey("method") && (message.containsKey("result") || message.containsKey("error"));
    }

    static boolean isRequest(Map<String, @Nullable Object> message) {
        return message.get("method") instanceof String && message.containsKey("id");
    }

    /** The id of a message if it has one that can be answered. */
    static @Nullable Object id(Map<String, @Nullable Object> message) {
        Object id = message.get("id");
        return id instanceof String || id instanceof Long || id instanceof Integer ? id : null;
    }

    /** The object in a field; empty if there is none. */
    static Map<String, @Nullable Object> object(Map<String, @Nullable Object> holder, String name) {
        Object value = holder.get(name);
        if (value == null) {
            return Map.of();
        }
        if (!(value instanceof Map<?, ?> found)) {
            throw McpError.params(name + " is not an object");
        }
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        found.forEach((key, held) -> object.put(String.valueOf(key), held));
        return object;
    }

    /** The text in a field that must be there. */
    static String text(Map<String, @Nullable Object> holder, String name) {
        if (holder.get(name) instanceof String text) {
            return text;
        }
        throw McpError.params(name + " is missing or not text");
    }

    static Map<String, @Nullable Object> params(Map<String, @Nullable Object> message) {
        return object(message, "params");
    }

    /** What a message says of itself. */
    static Map<String, @Nullable Object> meta(Map<String, @Nullable Object> message) {
        return object(params(message), META);
    }
}
