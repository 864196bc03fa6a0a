package dev.stoa.json;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writing of one plain value as JSON, in one of three styles. For one thread and one value. It recurses and bounds
 * the depth, so that a value which contains itself is refused.
 */
final class JsonWriter {
    enum Style {
        COMPACT,
        PRETTY,
        CANONICAL
    }

    /** What is written can be read again with the default limits. */
    private static final int MAX_DEPTH = JsonLimits.DEFAULT.depth();

    private final Style style;
    private final StringBuilder out = new StringBuilder(256);
    private int depth;
    private @Nullable String key;
    /** The key of the outermost object whose value is written as the text that is known of it; null for none. */
    private final @Nullable String known;

    private final String text;

    private JsonWriter(Style style, @Nullable String known, String text) {
        this.style = style;
        this.known = known;
        this.text = text;
    }

    static String write(@Nullable Object value, Style style) {
        JsonWriter writer = new JsonWriter(style, null, "");
        writer.value(value);
        return writer.out.toString();
    }

    static String canonical(Map<String, ? extends @Nullable Object> object, String known, String text) {
        JsonWriter writer = new JsonWriter(Style.CANONICAL, known, text);
        writer.object(object);
        return writer.out.toString();
    }

    private void value(@Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case String text -> text(text);
            case Boolean flag -> out.append(flag.booleanValue());
            case Long number -> whole(number);
            case Integer number -> out.append(number.intValue());
            case Double real -> real(real);
            case Map<?, ?> map -> object(map);
            case List<?> list -> array(list);
            case Instant instant -> text(Times.show(instant));
            case BigInteger number -> decimal(bounded(new BigDecimal(number)));
            case BigDecimal decimal -> decimal(bounded(decimal));
            case Float real -> real(real);
            case Short number -> out.append(number.shortValue());
            case Byte number -> out.append(number.byteValue());
            default ->
                throw refused(
                        "a " + value.getClass().getSimpleName() + " has no JSON form",
                        "give text, numbers, booleans, instants, lists, maps or null");
        }
    }

    private void object(Map<?, ?> map) {
        open('{');
        int begin = out.length();
        if (style == Style.CANONICAL && !isSorted(map)) {
            sorted(map).forEach(entry -> field(begin, entry.getKey(), entry.getValue()));
        } else {
            // An unmodifiable map would make an entry of its own for each that is asked for.
            map.forEach((name, value) -> field(begin, name, value));
        }
        close('}', out.length() == begin);
    }

    /** A field of an object whose fields begin at a place of the text. */
    private void field(int begin, @Nullable Object named, @Nullable Object value) {
        separate(out.length() == begin);
        String name = name(named);
        text(name);
        out.append(style == Style.PRETTY ? ": " : ":");
        key = name;
        if (depth == 1 && name.equals(known)) {
            out.append(text);
        } else {
            value(value);
        }
    }

    private void array(List<?> list) {
        open('[');
        boolean first = true;
        for (Object element : list) {
            separate(first);
            first = false;
            value(element);
        }
        close(']', first);
    }

    private void open(char bracket) {
        if (depth == MAX_DEPTH) {
            throw refused("the value is nested deeper than " + MAX_DEPTH, "make it flatter");
        }
        depth++;
        out.append(bracket);
    }

    private void separate(boolean first) {
        if (!first) {
            out.append(',');
        }
        if (style == Style.PRETTY) {
            line();
        }
    }

    private void close(char bracket, boolean empty) {
        depth--;
        if (style == Style.PRETTY && !empty) {
            line();
        }
        out.append(bracket);
    }

    private void line() {
        out.append('\n').repeat("  ", depth);
    }

    /** What was read from a canonical text comes in its order already. */
    private boolean isSorted(Map<?, ?> map) {
        String before = null;
        for (Object key : map.keySet()) {
            String name = name(key);
            if (before != null && before.compareTo(name) > 0) {
                return false;
            }
            before = name;
        }
        return true;
    }

    private List<Map.Entry<?, ?>> sorted(Map<?, ?> map) {
        List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
        // The order of UTF-16 code units, as RFC 8785 has it, is that of Java.
        entries.sort((a, b) -> name(a.getKey()).compareTo(name(b.getKey())));
        return entries;
    }

    private String name(@Nullable Object name) {
        if (name instanceof String text) {
            return text;
        }
        throw refused("key " + name + " of an object is not text", "use text as keys");
    }

    private void real(double real) {
        if (!Double.isFinite(real)) {
            throw refused("the number " + real + " has no JSON form", "give a finite number, or null");
        }
        if (style == Style.CANONICAL) {
            EcmaNumber.append(out, real);
        } else {
            out.append(real);
        }
    }

    private void whole(long number) {
        if (style == Style.CANONICAL && (number > EcmaNumber.EXACT_INTEGERS || number < -EcmaNumber.EXACT_INTEGERS)) {
            EcmaNumber.append(out, (double) number);
        } else {
            out.append(number);
        }
    }

    private void decimal(BigDecimal decimal) {
        if (style == Style.CANONICAL) {
            // Another reader holds it as a double, and a hash must not depend on who holds the number.
            real(decimal.doubleValue());
        } else {
            out.append(decimal.toPlainString());
        }
    }

    private BigDecimal bounded(BigDecimal number) {
        long digits = Math.max((long) number.precision() - number.scale(), 0) + Math.max(number.scale(), 0);
        if (digits > JsonReader.MAX_DIGITS) {
            throw refused(
                    "a number has " + digits + " digits, above " + JsonReader.MAX_DIGITS,
                    "round it, or give it as text");
        }
        return number;
    }

    private void text(String text) {
        if (append(out, text) && unpairedSurrogate(text) >= 0) {
            throw refused("text has an unpaired surrogate", "repair the text");
        }
    }

    /** A text as a JSON string, for messages too. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        append(out, text);
        return out.toString();
    }

    /** Returns whether the text has surrogates. */
    private static boolean append(StringBuilder out, String text) {
        out.append('"');
        int from = 0;
        boolean surrogates = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                out.append(text, from, i);
                escape(out, c);
                from = i + 1;
            } else if (Character.isSurrogate(c)) {
                surrogates = true;
            }
        }
        if (from == 0) {
            // Nothing had to be escaped: the whole is copied at once, which a part is not.
            out.append(text);
        } else {
            out.append(text, from, text.length());
        }
        out.append('"');
        return surrogates;
    }

    private static void escape(StringBuilder out, char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\t' -> out.append("\\t");
            case '\n' -> out.append("\\n");
            case '\f' -> out.append("\\f");
            case '\r' -> out.append("\\r");
            default -> out.append(c < 0x10 ? "\\u000" : "\\u001").append(Character.forDigit(c & 15, 16));
        }
    }

    /** Where the first surrogate without its partner is, or -1. Such text has no UTF-8 form. */
    static int unpairedSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    private InvalidException refused(String what, String hint) {
        return new InvalidException("invalid", key == null ? what : "under " + quoted(key) + ": " + what, hint);
    }
}
