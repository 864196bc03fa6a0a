package dev.stoa.debate.rules.reply;

import dev.stoa.base.Excerpt;
import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonLimits;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reading of replies. Stateless, safe from any thread. It fails closed: a reply counts only if one JSON object in it
 * is whole and within every bound; nothing is clamped or guessed, however long and assured the words around it.
 */
public final class Replies {
    /** How long a reply may be in UTF-8. */
    public static final int MOST_BYTES = 1 << 20;

    private static final JsonLimits LIMITS = new JsonLimits(16, MOST_BYTES);
    // An error is stored with its turn, and may quote a part of the reply.
    private static final int LONGEST_ERROR = 300;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\u2028\u2029]+");

    private Replies() {}

    /** What a reply says to what was asked. */
    public static ParseResult parse(ReplyKind kind, String text, ReplyContext context) {
        try {
            checkText("the reply", text);
            Map<?, ?> object = object(text);
            ParsedReply said = ParsedReplyReader.reply(kind, object, context);
            return said == null ? new ParseResult.Abstained() : new ParseResult.Ok(said);
        } catch (InvalidException e) {
            return new ParseResult.Unparsed(shortened(e.getMessage()));
        }
    }

    /**
     * What an object says to what was asked; null if its author abstains. Unlike a reply, which a model may have been
     * talked into, an object that a program sends is refused where it is not whole.
     */
    public static @Nullable ParsedReply read(
            ReplyKind kind, Map<String, @Nullable Object> object, ReplyContext context) {
        return ParsedReplyReader.reply(kind, object, context);
    }

    /** The object of the first candidate that is one. */
    private static Map<?, ?> object(String text) {
        InvalidException first = null;
        for (String candidate : JsonCandidates.of(text)) {
            try {
                if (Json.parse(candidate, LIMITS) instanceof Map<?, ?> map) {
                    checkNul(candidate, map);
                    return map;
                }
            } catch (InvalidException e) {
                first = first == null ? e : first;
            }
        }
        throw first == null ? refused("the reply holds no JSON object") : first;
    }

    /** What the archive could not keep, or would not read back as it was, is refused, for engine and external turns alike. */
    public static void checkText(String what, String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                throw refused(what + " has a NUL");
            }
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(++i))) {
                    throw refused(what + " has half a surrogate pair");
                }
                bytes += 4;
            } else {
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            }
        }
        if (bytes > MOST_BYTES) {
            throw refused(what + " has " + bytes + " bytes; at most " + MOST_BYTES);
        }
    }

    /** An escaped NUL may stand in a field that nobody reads, but the whole object is stored with the turn. */
    private static void checkNul(String json, Map<?, ?> object) {
        if (json.contains("\\u0000") && hasNul(object)) {
            throw refused("the reply has an escaped NUL");
        }
    }

    private static boolean hasNul(@Nullable Object value) {
        return switch (value) {
            case String text -> text.indexOf(0) >= 0;
            case Map<?, ?> map ->
                map.entrySet().stream().anyMatch(entry -> hasNul(entry.getKey()) || hasNul(entry.getValue()));
            case List<?> list -> list.stream().anyMatch(Replies::hasNul);
            case null, default -> false;
        };
    }

    private static InvalidException refused(String message) {
        return new InvalidException("invalid", message, "answer with one JSON object");
    }

    private static String shortened(@Nullable String message) {
        String line = CONTROL.matcher(String.valueOf(message)).replaceAll(" ");
        return Excerpt.marked(line, LONGEST_ERROR);
    }
}
