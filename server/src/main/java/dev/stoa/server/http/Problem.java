package dev.stoa.server.http;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.StaleException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a refused or failed request is answered with, after RFC 9457: the words of the command line, and never a stack
 * trace, a statement, a path of the host or the value of a header. Immutable.
 *
 * @param detail what is wrong
 * @param hint what to do about it
 * @param fields the fields that are wrong; empty unless the request was invalid
 * @param headers headers that belong to the answer
 * @param more what else is told, by name
 */
public record Problem(
        int status,
        String code,
        String detail,
        @Nullable String hint,
        List<Refusal.BadField> fields,
        Map<String, String> headers,
        Map<String, @Nullable Object> more) {
    /** The media type of a problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final String RETRY = "5";

    public Problem {
        fields = List.copyOf(fields);
        headers = Map.copyOf(headers);
        more = Collections.unmodifiableMap(new LinkedHashMap<>(more));
    }

    Problem(
            int status,
            String code,
            String detail,
            @Nullable String hint,
            List<Refusal.BadField> fields,
            Map<String, String> headers) {
        this(status, code, detail, hint, fields, headers, Map.of());
    }

    /** What an exception is answered with. */
    public static Problem of(Throwable cause, String requestId) {
        return switch (cause) {
            case Refusal refused ->
                of(
                        refused.status(),
                        refused.code(),
                        String.valueOf(refused.getMessage()),
                        refused.hint(),
                        refused.fields(),
                        refused.headers());
            case StaleException stale ->
                of(
                        412,
                        stale.code(),
                        stale.getMessage(),
                        stale.hint().orElse(null),
                        List.of(),
                        Map.of("ETag", Versions.tag(stale.present())));
            case StoaException known ->
                of(status(known), known.code(), known.getMessage(), known.hint().orElse(null), List.of(), Map.of())
                        .with(known.more());
            default ->
                of(500, "error", "internal error; see the server's log for " + requestId, null, List.of(), Map.of());
        };
    }

    private static Problem of(
            int status,
            String code,
            String detail,
            @Nullable String hint,
            List<Refusal.BadField> fields,
            Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>();
        if (status == 401) {
            all.put("WWW-Authenticate", "Bearer realm=\"stoa\"");
        }
        if (status == 503) {
            all.put("Retry-After", RETRY);
        }
        all.putAll(headers);
        return new Problem(status, code, detail, hint, fields, all);
    }

    private Problem with(Map<String, @Nullable Object> told) {
        return new Problem(status, code, detail, hint, fields, headers, told);
    }

    private static int status(StoaException known) {
        return switch (known) {
            case InvalidException e -> 422;
            case NotFoundException e -> status(e.code(), 404);
            case ConflictException e -> 409;
            case StaleException e -> 412;
            case UnavailableException e -> e.isInterruption() ? 504 : 503;
            case ForbiddenException e -> status(e.code(), 403);
            case VerificationException e -> e.code().equals("seal_broken") ? 500 : 422;
        };
    }

    /**
     * The status of a code that is always refused with the same.
     *
     * @param usual that of all other codes
     */
    static int status(String code, int usual) {
        return switch (code) {
            case "unauthorized" -> 401;
            case "csrf" -> 403;
            case "gone" -> 410;
            case "stale" -> 412;
            case "verification_failed" -> 422;
            case "rate_limited" -> 429;
            case "busy", "no_specialist" -> 503;
            default -> usual;
        };
    }

    /** Whether the server failed, and not the request. */
    public boolean failed() {
        return status == 500;
    }

    /** The problem as the object that is sent. */
    public Map<String, @Nullable Object> document(String requestId) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(Json.object(
                "type",
                "urn:stoa:problem:" + code,
                "title",
                title(status),
                "status",
                status,
                "detail",
                detail,
                "code",
                code,
                "hint",
                hint,
                "request_id",
                requestId));
        if (!fields.isEmpty()) {
            List<Map<String, @Nullable Object>> bad = new ArrayList<>();
            fields.forEach(field -> bad.add(Json.object("name", field.name(), "message", field.message())));
            document.put("fields", bad);
        }
        document.putAll(more);
        return document;
    }

    /** The problem as it is told where no other form is expected. */
    ProblemForm.Told told(String requestId) {
        return new ProblemForm.Told(status, MEDIA_TYPE, Json.write(document(requestId)), Map.of());
    }

    /** What a status means. */
    public static String title(int status) {
        return switch (status) {
            case 400 -> "Bad request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not found";
            case 405 -> "Method not allowed";
            case 406 -> "Not acceptable";
            case 408 -> "Request timeout";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 412 -> "Precondition failed";
            case 413 -> "Content too large";
            case 414 -> "URI too long";
            case 415 -> "Unsupported media type";
            case 421 -> "Misdirected request";
            case 422 -> "Unprocessable";
            case 429 -> "Too many requests";
            case 431 -> "Headers too large";
            case 503 -> "Unavailable";
            case 504 -> "Timeout";
            default -> "Error";
        };
    }
}
