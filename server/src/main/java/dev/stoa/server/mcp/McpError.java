package dev.stoa.server.mcp;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message that is answered with an error of JSON-RPC. Immutable. */
final class McpError extends RuntimeException {
    static final int PARSE = -32_700;
    static final int REQUEST = -32_600;
    static final int METHOD = -32_601;
    static final int PARAMS = -32_602;
    static final int INTERNAL = -32_603;
    static final int LEGACY_RESOURCE = -32_002;
    static final int HEADERS = -32_020;
    static final int CAPABILITY = -32_021;
    static final int VERSION = -32_022;

    private static final long serialVersionUID = 1;

    private final int code;
    private final int status;
    private final transient @Nullable Map<String, @Nullable Object> data;

    private McpError(int code, int status, String message, @Nullable Map<String, @Nullable Object> data) {
        super(message, null, false, false);
        this.code = code;
        this.status = status;
        this.data = data;
    }

    /** The message is not JSON. */
    static McpError unreadable(String detail) {
        return new McpError(PARSE, 400, detail, null);
    }

    /** The message is JSON, but no message of the protocol. */
    static McpError request(String detail) {
        return new McpError(REQUEST, 400, detail, null);
    }

    static McpError method(String method) {
        return new McpError(METHOD, 404, "there is no method " + Bounds.shown(method), null);
    }

    static McpError params(String detail) {
        return new McpError(PARAMS, 200, detail, null);
    }

    /** What every request must say of itself is missing. */
    static McpError meta(String detail) {
        return new McpError(PARAMS, 400, detail, null);
    }

    static McpError headers(String detail) {
        return new McpError(HEADERS, 400, detail, null);
    }

    static McpError version(String asked) {
        return new McpError(
                VERSION,
                400,
                "revision " + Bounds.shown(asked) + " is not supported",
                Json.object("supported", Revision.names(), "requested", asked));
    }

    static McpError capability(Map<String, @Nullable Object> needed) {
        return new McpError(
                CAPABILITY,
                400,
                "the client lacks a capability that the call needs",
                Json.object("requiredCapabilities", needed));
    }

    static McpError resource(Revision revision, String uri) {
        return new McpError(
                revision.isLegacy() ? LEGACY_RESOURCE : PARAMS,
                200,
                "there is no resource " + Bounds.shown(uri),
                Json.object("uri", uri));
    }

    static McpError internal(String detail) {
        return new McpError(INTERNAL, 200, detail, null);
    }

    int code() {
        return code;
    }

    /** The status of the answer over HTTP. */
    int status() {
        return status;
    }

    @Nullable
    Map<String, @Nullable Object> data() {
        return data;
    }
}
