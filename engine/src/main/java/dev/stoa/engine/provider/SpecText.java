package dev.stoa.engine.provider;

import dev.stoa.base.Bounds;
import dev.stoa.base.Nearest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parts of an agent's text: their patterns and bounds. Stateless. */
final class SpecText {
    /** Parameters that mean the same to every model. */
    static final Set<String> SHARED = Set.of("temperature", "max_tokens");

    /** The temperature if it is left to the model. */
    static final String NONE = "none";

    private static final Set<String> BESIDE = Set.of("role", "family", "fallback");
    private static final Set<String> SETTINGS = Set.of(
            "apikey",
            "key",
            "token",
            "accesstoken",
            "auth",
            "authorization",
            "secret",
            "password",
            "baseurl",
            "url",
            "endpoint",
            "host");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}");
    private static final int MOST_PARAMS = 32;
    private static final int LONGEST_VALUE = 400;
    private static final int LONGEST_MODEL = 300;

    private SpecText() {}

    static String name(String text) {
        return matching("agent name", text, NAME);
    }

    static @Nullable String word(String agent, String field, @Nullable String text) {
        return text == null ? null : matching(field + " of agent " + agent, text, WORD);
    }

    private static String matching(String what, String text, Pattern pattern) {
        if (!pattern.matcher(text).matches()) {
            throw Bounds.invalid(
                    what + " " + Bounds.shown(text) + " does not match " + pattern, "choose one that does");
        }
        return text;
    }

    static String provider(String agent, String text, Collection<String> known) {
        if (!known.contains(text)) {
            throw Bounds.invalid(
                    "agent " + agent + " has the unknown provider " + Bounds.shown(text),
                    Nearest.of(text, known)
                            .map(nearest -> "did you mean " + nearest + "?")
                            .orElseGet(() -> "known are " + String.join(", ", new TreeSet<>(known))));
        }
        return text;
    }

    /** A model, which may be empty for providers that have none. */
    static String model(String agent, String text) {
        return text.isEmpty() ? text : Bounds.text("model of agent " + agent, text, 1, LONGEST_MODEL);
    }

    /** The keys and values of a query. */
    static Map<String, String> query(String agent, String text) {
        Map<String, String> query = new TreeMap<>();
        for (String part : text.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw Bounds.invalid(
                        "agent " + agent + ": " + Bounds.shown(part) + " is not key=value",
                        "write ?key=value&key=value");
            }
            String key = decoded(agent, part.substring(0, equals));
            if (query.put(key, decoded(agent, part.substring(equals + 1))) != null) {
                throw Bounds.invalid("agent " + agent + " has " + Bounds.shown(key) + " twice", "say it once");
            }
        }
        return query;
    }

    /** Checks one parameter; what belongs into the settings is refused without showing its value. */
    static void checkParam(String agent, String key, String value) {
        if (SETTINGS.contains(key.toLowerCase(Locale.ROOT).replaceAll("[_.-]", ""))) {
            throw Bounds.invalid(
                    key + " of agent " + agent + " cannot be given with an agent, since what is said there is recorded",
                    "set provider.NAME.api_key or provider.NAME.base_url in stoa.toml or the environment");
        }
        if (BESIDE.contains(key)) {
            throw Bounds.invalid(
                    key + " of agent " + agent + " is no parameter", "put it beside params, not into them");
        }
        matching("parameter of agent " + agent, key, KEY);
        if (value.codePointCount(0, value.length()) > LONGEST_VALUE || value.indexOf('\0') >= 0) {
            throw Bounds.invalid(
                    key + " of agent " + agent + " has more than " + LONGEST_VALUE + " characters, or U+0000",
                    "shorten it");
        }
        switch (key) {
            case "temperature" -> {
                if (!value.equals(NONE)) {
                    Bounds.real("temperature of agent " + agent, real(agent, key, value), 0, 2);
                }
            }
            case "max_tokens" -> Bounds.whole("max_tokens of agent " + agent, whole(agent, key, value), 1, 1_000_000);
            default -> {}
        }
    }

    static void checkCount(String agent, Map<String, String> params) {
        if (params.size() > MOST_PARAMS) {
            throw Bounds.invalid(
                    "agent " + agent + " has " + params.size() + " parameters, above " + MOST_PARAMS, "use fewer");
        }
    }

    static double real(String agent, String key, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw Bounds.invalid(key + " of agent " + agent + " is " + Bounds.shown(value), "give a number");
        }
    }

    static long whole(String agent, String key, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw Bounds.invalid(key + " of agent " + agent + " is " + Bounds.shown(value), "give a whole number");
        }
    }

    /** A text with {@code %XX} for bytes of UTF-8; a plus is a plus. */
    static String decoded(String agent, String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer to = ByteBuffer.allocate(from.length);
        for (int i = 0; i < from.length; i++) {
            if (from[i] != '%') {
                to.put(from[i]);
                continue;
            }
            int high = i + 2 < from.length ? Character.digit(from[i + 1], 16) : -1;
            int low = i + 2 < from.length ? Character.digit(from[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw badPercent(agent, text);
            }
            to.put((byte) (high * 16 + low));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(to.flip()).toString();
        } catch (CharacterCodingException e) {
            throw badPercent(agent, text);
        }
    }

    private static RuntimeException badPercent(String agent, String text) {
        return Bounds.invalid(
                "agent " + agent + ": " + Bounds.shown(text) + " has a % without two hex digits of UTF-8 after it",
                "write % itself as %25");
    }
}
