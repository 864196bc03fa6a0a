package dev.stoa.server.http;

import dev.stoa.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the documents show of answers: of a route what its example was really answered with and the schema of that, which
 * the tests of the examples write, and of a refusal a typical problem. Stateless.
 */
final class Answered {
    private static final String REQUEST = "0197f3c2-8a11-7c40-9d5e-2b7a64f0c1d8";

    private Answered() {}

    private static final class Recorded {
        private static final Map<String, @Nullable Object> ALL = read();

        private static Map<String, @Nullable Object> read() {
            try (InputStream in =
                    Objects.requireNonNull(Answered.class.getResourceAsStream("answers.json"), "answers.json")) {
                return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The content of the answer to a route, a schema and an example by its media type; null if it is not JSON. */
    static @Nullable Map<?, ?> of(Route route) {
        return (Map<?, ?>) Recorded.ALL.get(route.method() + " " + route.path());
    }

    /** A problem of a status. */
    static Problem problem(int status) {
        return switch (status) {
            case 400 -> problem(400, "bad_path", "the path holds an invalid escape", "encode it as UTF-8");
            case 401 -> problem(401, "unauthorized", "the token is not known", "create one with token create");
            case 403 -> problem(403, "forbidden", "the scope of the token does not suffice", "use another token");
            case 404 -> problem(404, "not_found", "there is no such thing", "list those that there are");
            case 406 -> problem(406, "not_acceptable", "the answer is application/json", "accept it");
            case 409 -> special(409, "conflict");
            case 410 -> problem(410, "gone", "it was deleted", "see its tombstone");
            case 412 -> problem(412, "stale", "the thing was changed meanwhile", "read it again");
            case 413 -> problem(413, "too_large", "the body is larger than 8388608 bytes", "send less");
            case 415 ->
                problem(415, "unsupported_media", "the body is not application/json in UTF-8", "send it as that");
            case 421 -> problem(421, "wrong_host", "this server is not known by that name", "use its address");
            case 422 ->
                new Problem(
                        422,
                        "invalid",
                        "there is no field \"importnace\"",
                        "did you mean importance?",
                        List.of(new Refusal.BadField("importnace", "unknown")),
                        Map.of());
            case 429 -> problem(429, "rate_limited", "the token has used up its requests", "try again in a second");
            case 503 -> problem(503, "busy", "the server works on 512 requests, which is its limit", "try again");
            default -> problem(500, "error", "internal error; see the server's log for " + REQUEST, null);
        };
    }

    /** A problem that is special to some routes. */
    static Problem special(int status, String code) {
        return problem(status, code, "what is there already does not allow it", "look at it first");
    }

    private static Problem problem(int status, String code, String detail, @Nullable String hint) {
        return new Problem(status, code, detail, hint, List.of(), Map.of());
    }

    /** The id of the request in all of them. */
    static String request() {
        return REQUEST;
    }
}
