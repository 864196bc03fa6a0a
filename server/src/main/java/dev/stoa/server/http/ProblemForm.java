package dev.stoa.server.http;

import dev.stoa.json.Json;
import java.util.Map;

/** How problems are told to clients that expect another form than that of RFC 9457. Implementations are stateless. */
@FunctionalInterface
public interface ProblemForm {
    /** What a client is told. */
    Told tell(Problem problem);

    /**
     * A problem in the form of a client.
     *
     * @param headers headers of the answer beside those of the problem
     */
    record Told(int status, String mediaType, String body, Map<String, String> headers) {
        public Told {
            headers = Map.copyOf(headers);
        }

        /** A problem that is told as a JSON object. */
        public static Told json(int status, Object document) {
            return new Told(status, Answer.JSON, Json.write(document), Map.of());
        }
    }
}
