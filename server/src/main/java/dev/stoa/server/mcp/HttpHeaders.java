package dev.stoa.server.mcp;

import dev.stoa.base.Bounds;
import dev.stoa.server.http.Call;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the headers of a request repeat of its message, so that proxies need not read it. Stateless. */
final class HttpHeaders {
    static final String VERSION = "MCP-Protocol-Version";
    static final String SESSION = "Mcp-Session-Id";
    static final String METHOD = "Mcp-Method";
    static final String NAME = "Mcp-Name";

    private static final String BEGIN = "=?base64?";
    private static final String END = "?=";

    private HttpHeaders() {}

    /** Whether a request is of the revision that says everything in each request. */
    static boolean isModern(Call call, Map<String, @Nullable Object> message) {
        String version = call.header(VERSION);
        if (version == null) {
            return Rpc.meta(message).containsKey(Rpc.VERSION_KEY);
        }
        return Revision.of(version).map(known -> !known.isLegacy()).orElse(true);
    }

    /** Refuses a request whose headers and message disagree, or that does not say what it must. */
    static void check(Call call, Map<String, @Nullable Object> message) {
        Map<String, @Nullable Object> meta = Rpc.meta(message);
        String version = call.header(VERSION);
        Object said = meta.get(Rpc.VERSION_KEY);
        if (version == null) {
            throw McpError.headers("the header " + VERSION + " is missing");
        }
        if (!message.containsKey("id")) {
            // What a notification must repeat is not laid down.
            return;
        }
        if (said != null && !version.equals(said)) {
            throw mismatch(VERSION, version, said);
        }
        if (Revision.of(version).isEmpty()) {
            throw McpError.version(version);
        }
        if (said == null) {
            throw McpError.meta(Rpc.META + " has no " + Rpc.VERSION_KEY);
        }
        if (!(meta.get(Rpc.CAPABILITIES_KEY) instanceof Map<?, ?>)) {
            throw McpError.meta(Rpc.META + " has no " + Rpc.CAPABILITIES_KEY);
        }
        Object method = message.get("method");
        String named = call.header(METHOD);
        if (named == null || !named.equals(method)) {
            throw mismatch(METHOD, named, method);
        }
        String field = field(named);
        if (field != null) {
            String name = decoded(call.header(NAME));
            Object of = Rpc.params(message).get(field);
            if (name == null || !name.equals(of)) {
                throw mismatch(NAME, name, of);
            }
        }
    }

    private static @Nullable String field(String method) {
        return switch (method) {
            case "tools/call", "prompts/get" -> "name";
            case "resources/read" -> "uri";
            default -> null;
        };
    }

    private static @Nullable String decoded(@Nullable String value) {
        if (value == null || !value.startsWith(BEGIN) || !value.endsWith(END)) {
            return value;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(value.substring(BEGIN.length(), value.length() - END.length()));
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw McpError.headers("the header " + NAME + " is not Base64 of UTF-8");
        }
    }

    private static McpError mismatch(String header, @Nullable String value, @Nullable Object said) {
        return McpError.headers(
                value == null
                        ? "the header " + header + " is missing"
                        : "the header " + header + " is " + Bounds.shown(value) + ", but the message says "
                                + Bounds.shown(String.valueOf(said)));
    }
}
