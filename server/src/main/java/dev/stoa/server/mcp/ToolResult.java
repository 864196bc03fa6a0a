package dev.stoa.server.mcp;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call of a tool led to. Immutable.
 *
 * @param fields the result as the protocol describes it
 */
record ToolResult(Map<String, @Nullable Object> fields) {
    /** The most characters of a text. */
    static final int LARGEST = 256 << 10;

    private static final String ITEMS = "items";

    /** An object, which is also the text. */
    static ToolResult of(Map<String, @Nullable Object> document) {
        Map<String, @Nullable Object> fitting = fitting(document);
        return told(Json.pretty(fitting), fitting);
    }

    /** An object, of which a model reads another form. */
    static ToolResult told(String text, Map<String, @Nullable Object> document) {
        return new ToolResult(
                Json.object("content", List.of(text(cut(text))), "structuredContent", document, "isError", false));
    }

    /** Content without an object. */
    static ToolResult content(List<Map<String, @Nullable Object>> content) {
        return new ToolResult(Json.object("content", content, "isError", false));
    }

    /** What was refused or failed, in the words of the other ways in. */
    static ToolResult failed(String code, String message, @Nullable String hint) {
        return new ToolResult(Json.object(
                "content",
                List.of(text(hint == null ? message : message + "; " + hint)),
                "structuredContent",
                Json.object("error", Json.object("code", code, "message", message, "hint", hint)),
                "isError",
                true));
    }

    static Map<String, @Nullable Object> text(String text) {
        return Json.object("type", "text", "text", text);
    }

    private static String cut(String text) {
        if (text.length() <= LARGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LARGEST - 1)) ? LARGEST - 1 : LARGEST;
        return text.substring(0, end) + "\n(cut: ask for fewer items)";
    }

    /** The document without the last of its items where they are too many to be sent. */
    static Map<String, @Nullable Object> fitting(Map<String, @Nullable Object> document) {
        Map<String, @Nullable Object> fitting = document;
        while (fitting.get(ITEMS) instanceof List<?> items
                && items.size() > 1
                && Json.write(fitting).length() > LARGEST) {
            fitting = new LinkedHashMap<>(fitting);
            fitting.put(ITEMS, items.subList(0, items.size() / 2));
            fitting.put("cut", true);
        }
        return fitting;
    }
}
