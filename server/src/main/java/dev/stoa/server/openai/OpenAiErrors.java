package dev.stoa.server.openai;

import dev.stoa.json.Json;
import dev.stoa.server.http.Problem;
import dev.stoa.server.http.ProblemForm;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Problems in the form of OpenAI's service, from which its clients make their own exceptions. Stateless. */
public final class OpenAiErrors {
    private OpenAiErrors() {}

    /** A problem as clients of that service expect it: what is wrong with a request is 400 there. */
    public static ProblemForm.Told tell(Problem problem) {
        return ProblemForm.Told.json(problem.status() == 422 ? 400 : problem.status(), document(problem));
    }

    /** The object {@code {"error": …}}. */
    static Map<String, @Nullable Object> document(Problem problem) {
        String hint = problem.hint();
        return Json.object(
                "error",
                Json.object(
                        "message",
                        hint == null ? problem.detail() : problem.detail() + "; " + hint,
                        "type",
                        type(problem.status()),
                        "param",
                        problem.fields().isEmpty()
                                ? null
                                : problem.fields().getFirst().name(),
                        "code",
                        problem.status() == 401 ? "invalid_api_key" : problem.code()));
    }

    private static String type(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 429 -> "rate_limit_error";
            default -> status >= 500 ? "server_error" : "invalid_request_error";
        };
    }
}
