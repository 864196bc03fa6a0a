package dev.stoa.engine.provider;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The text of an error response, of which the services have several forms. Stateless. */
final class ErrorBody {
    private ErrorBody() {}

    /** What the body says went wrong: the message in it, else its text. */
    static String shown(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        try {
            Object error = Json.parse(text) instanceof Map<?, ?> map ? map.get("error") : null;
            if (error instanceof Map<?, ?> inner && inner.get("message") instanceof String message) {
                return message;
            }
            if (error instanceof String message) {
                return message;
            }
        } catch (StoaException e) {
            // No JSON; then the text as it is.
        }
        return text.isBlank() ? "no reason given" : text;
    }
}
