package dev.stoa.server.openai;

import dev.stoa.server.http.Refusal;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The text of a message, which comes as text or as a list of parts. Stateless. */
final class Content {
    private Content() {}

    /**
     * The text of a content; that of several parts is one line after the other.
     *
     * @param place where it stands in the request, for refusals
     */
    static String text(@Nullable Object content, String place) {
        return switch (content) {
            case null -> "";
            case String text -> text;
            case List<?> parts -> joined(parts, place);
            default ->
                throw Refusal.field(place, "is neither text nor a list of parts", "send a text, or parts of type text");
        };
    }

    private static String joined(List<?> parts, String place) {
        StringJoiner text = new StringJoiner("\n");
        for (int i = 0; i < parts.size(); i++) {
            String part = place + "[" + i + "]";
            if (!(parts.get(i) instanceof Map<?, ?> object)) {
                throw Refusal.field(part, "is not an object", "send {\"type\":\"text\",\"text\":…}");
            }
            if (!"text".equals(object.get("type"))) {
                throw Unsupported.field(part, "a part that is not of type text");
            }
            if (!(object.get("text") instanceof String said)) {
                throw Refusal.field(part + ".text", "is not text", "send a text");
            }
            text.add(said);
        }
        return text.toString();
    }
}
