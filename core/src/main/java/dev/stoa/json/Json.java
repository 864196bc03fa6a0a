package dev.stoa.json;

import dev.stoa.base.InvalidException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain Java values. Stateless and safe from any thread. No reflection is used: a record or an enum is
 * refused until its owner has said how it is written.
 *
 * <p>Objects are maps in the order of the text, arrays are lists, both unmodifiable when read; then String, Boolean and
 * null. Integers are Long, or BigInteger beyond it. Reals are Double: so are all columns and formulas they come from
 * and go to, and every other reader of our JSON takes them so; an exact decimal travels as text. Written are, besides
 * these, the smaller number types, BigDecimal and Instant.
 */
public final class Json {
    private Json() {}

    /** The value of one document within {@link JsonLimits#DEFAULT}. */
    public static @Nullable Object parse(String text) {
        return parse(text, JsonLimits.DEFAULT);
    }

    /**
     * The value of one document. Strict: no duplicate key, no comment, no NaN, no number beyond a double, no unpaired
     * surrogate, nothing before or after; what is wrong is refused with its line and column.
     */
    public static @Nullable Object parse(String text, JsonLimits limits) {
        return JsonReader.read(text, limits);
    }

    /** The object that a document is; anything else is refused. */
    public static Map<String, @Nullable Object> parseObject(String text) {
        return parseObject(text, JsonLimits.DEFAULT);
    }

    /** The object that a document is; anything else is refused. */
    // The reader gives every map of it text as keys.
    @SuppressWarnings("unchecked")
    public static Map<String, @Nullable Object> parseObject(String text, JsonLimits limits) {
        if (parse(text, limits) instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw new InvalidException("invalid", "JSON is not an object", "send one in braces");
    }

    /** The elements of the array that a document is; anything else is refused. */
    // Every list is one of some objects.
    @SuppressWarnings("unchecked")
    public static List<@Nullable Object> parseArray(String text) {
        if (parse(text) instanceof List<?> list) {
            return (List<@Nullable Object>) list;
        }
        throw new InvalidException("invalid", "JSON is not an array", "send one in brackets");
    }

    /** The value in one line without white space. */
    public static String write(@Nullable Object value) {
        return JsonWriter.write(value, JsonWriter.Style.COMPACT);
    }

    /** The value for people, indented by two spaces; no line feed at the end. */
    public static String pretty(@Nullable Object value) {
        return JsonWriter.write(value, JsonWriter.Style.PRETTY);
    }

    /**
     * The one text that all equal values share, for hashing: RFC 8785 (JCS). Keys by UTF-16 code unit, no white space,
     * numbers as ECMAScript writes doubles, so that whole numbers beyond 2^53 lose digits: what has to be covered to
     * the last digit is given as text ({@link #exact}). Instants are text in UTC with three decimals.
     */
    public static String canonical(@Nullable Object value) {
        return JsonWriter.write(value, JsonWriter.Style.CANONICAL);
    }

    /**
     * The same of an object, where the canonical text of the value under one of its keys is known.
     *
     * @param text what is written under that key; it is not looked at
     */
    public static String canonical(Map<String, ? extends @Nullable Object> object, String key, String text) {
        return JsonWriter.canonical(object, key, text);
    }

    /** The largest whole number up to which every one is itself in JSON of all languages: 2^53 - 1. */
    public static final long LARGEST_EXACT = (1L << 53) - 1;

    /** A whole number for a document that is hashed: itself, or its digits as text where a double cannot hold it. */
    public static Object exact(long number) {
        return number > LARGEST_EXACT || number < -LARGEST_EXACT ? Long.toString(number) : (Object) number;
    }

    /** A real as records keep it: rounded half-even to nine decimals from its exact value. */
    public static double rounded(double real) {
        return EcmaNumber.rounded(real);
    }

    /** A value in which all reals are rounded so. */
    public static @Nullable Object rounded(@Nullable Object value) {
        return switch (value) {
            case Double real -> (Object) rounded(real.doubleValue());
            case Float real -> (Object) rounded(real.doubleValue());
            case BigDecimal real when real.scale() > 0 -> (Object) rounded(real.doubleValue());
            case Map<?, ?> map -> {
                Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
                map.forEach((key, each) -> copy.put(key, rounded(each)));
                yield Collections.unmodifiableMap(copy);
            }
            case List<?> list -> {
                List<@Nullable Object> copy = new ArrayList<>(list.size());
                list.forEach(each -> copy.add(rounded(each)));
                yield Collections.unmodifiableList(copy);
            }
            case null, default -> value;
        };
    }

    /** An object as records keep it and it will be read back: its reals rounded to nine decimals. */
    public static Map<String, @Nullable Object> kept(Map<String, ? extends @Nullable Object> made) {
        Map<String, @Nullable Object> form = KeptForm.of(made);
        return form == null ? parseObject(canonical(rounded((Object) made))) : form;
    }

    /** SHA-256 of the canonical text in UTF-8, as 64 lower-case hexadecimal digits. */
    public static String sha256(@Nullable Object value) {
        return Digest.sha256(canonical(value));
    }

    /** An unmodifiable object from keys and values in turn, {@code object("id", 7, "reason", null)}, in that order. */
    public static Map<String, @Nullable Object> object(@Nullable Object... keysAndValues) {
        if (keysAndValues.length % 2 != 0) {
            throw new InvalidException("invalid", "the last key of the object has no value", "give keys and values");
        }
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            if (!(keysAndValues[i] instanceof String key)) {
                throw new InvalidException("invalid", "key " + keysAndValues[i] + " is not text", "use text as keys");
            }
            if (map.containsKey(key)) {
                throw new InvalidException("invalid", "key " + JsonWriter.quoted(key) + " occurs twice", "drop one");
            }
            map.put(key, keysAndValues[i + 1]);
        }
        return Collections.unmodifiableMap(map);
    }
}
