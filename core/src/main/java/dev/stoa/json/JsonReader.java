package dev.stoa.json;

import dev.stoa.base.InvalidException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * The reading of one JSON document into plain values. For one thread and one text. It recurses, which is safe only
 * because the depth is checked before each step down.
 */
final class JsonReader {
    /** Digits of a number; more of them cost quadratic time to convert. */
    static final int MAX_DIGITS = 1_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonLimits.MAX_DEPTH + 1)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(MAX_DIGITS)
                    .build())
            .build();

    /** Where Jackson's messages begin to speak of its own features. */
    private static final Pattern LIBRARY_TALK = Pattern.compile(
            ": (?:enable|hexadecimal number literals require) .*`.*| ?\\((?:not recognized|start|for) .*|, from `[^`]*`");

    private final JsonParser parser;
    private final JsonLimits limits;

    private JsonReader(JsonParser parser, JsonLimits limits) {
        this.parser = parser;
        this.limits = limits;
    }

    static @Nullable Object read(String text, JsonLimits limits) {
        checkSize(text, limits.bytes());
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            JsonReader reader = new JsonReader(parser, limits);
            try {
                return reader.document();
            } catch (JacksonException e) {
                throw reader.refused(e);
            }
        }
    }

    /** Counts bytes only where the count of characters does not already decide. */
    private static void checkSize(String text, int bound) {
        if (text.length() <= bound / 3) {
            return;
        }
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        if (bytes > bound) {
            throw new InvalidException(
                    "invalid", "JSON of " + bytes + " bytes is above " + bound, "send less, or in several parts");
        }
    }

    private @Nullable Object document() {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw refused("the text is empty", parser.currentLocation());
        }
        Object value = value(first, 0);
        if (parser.nextToken() != null) {
            throw refused("something follows the end of the document", parser.currentTokenLocation());
        }
        return value;
    }

    /** A value. What it calls itself again for is kept apart, so that deep text needs little of the stack. */
    private @Nullable Object value(JsonToken token, int depth) {
        return token == JsonToken.START_OBJECT
                ? object(deeper(depth))
                : token == JsonToken.START_ARRAY ? array(deeper(depth)) : single(token);
    }

    private @Nullable Object single(JsonToken token) {
        return switch (token) {
            case VALUE_STRING -> text(parser.getString());
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> real();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw refused("unexpected " + token, parser.currentTokenLocation());
        };
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
            String key = newKey(map);
            if (map.size() == limits.fields()) {
                throw refused("an object has more than " + limits.fields() + " fields", parser.currentTokenLocation());
            }
            map.put(key, value(parser.nextToken(), depth));
        }
        return Collections.unmodifiableMap(map);
    }

    private String newKey(Map<String, @Nullable Object> map) {
        String key = text(parser.currentName());
        if (map.containsKey(key)) {
            throw refused("key " + JsonWriter.quoted(key) + " occurs twice", parser.currentTokenLocation());
        }
        return key;
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> list = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            list.add(value(token, depth));
        }
        return Collections.unmodifiableList(list);
    }

    private int deeper(int depth) {
        if (depth == limits.depth()) {
            throw refused("nesting is deeper than " + limits.depth(), parser.currentTokenLocation());
        }
        return depth + 1;
    }

    private String text(String text) {
        if (JsonWriter.unpairedSurrogate(text) >= 0) {
            throw refused("text has an unpaired surrogate", parser.currentTokenLocation());
        }
        return text;
    }

    private Number integer() {
        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return parser.getBigIntegerValue();
        }
        return parser.getLongValue();
    }

    private Double real() {
        double value = parser.getDoubleValue();
        if (Double.isInfinite(value)) {
            throw refused(
                    "number " + parser.getString() + " is beyond the largest double", parser.currentTokenLocation());
        }
        return value;
    }

    private InvalidException refused(JacksonException e) {
        TokenStreamLocation location = e.getLocation();
        String reason = e instanceof UnexpectedEndOfInputException
                ? "the text ends too early"
                : LIBRARY_TALK.matcher(e.getOriginalMessage()).replaceAll("");
        return refused(
                Character.toLowerCase(reason.charAt(0)) + reason.substring(1),
                location == null ? parser.currentLocation() : location);
    }

    private static InvalidException refused(String reason, TokenStreamLocation at) {
        return new InvalidException(
                "invalid",
                "JSON, line " + at.getLineNr() + ", column " + at.getColumnNr() + ": " + reason,
                "send one well-formed JSON document");
    }
}
