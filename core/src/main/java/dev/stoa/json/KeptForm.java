package dev.stoa.json;

import dev.stoa.base.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value as it would be after its rounded canonical text was written and read again, made without that text. For one
 * thread and one value. What is rare, or would be refused, is left to the text.
 */
final class KeptForm {
    /** Far from what can be written and read, so that nothing is kept here that the text would refuse. */
    private static final int DEEPEST = JsonLimits.DEFAULT.depth() / 2;

    private static final int LONGEST = JsonLimits.DEFAULT.bytes() / 32;

    /** Stands for a value that only its text can tell. */
    private enum Left {
        TO_ITS_TEXT
    }

    private int length;

    private KeptForm() {}

    /** The form of an object; null if its text has to be written and read. */
    // The form of a map is a map with texts as keys.
    @SuppressWarnings("unchecked")
    static @Nullable Map<String, @Nullable Object> of(Map<String, ? extends @Nullable Object> made) {
        return new KeptForm().object(made, 1) instanceof Map<?, ?> form ? (Map<String, @Nullable Object>) form : null;
    }

    private @Nullable Object value(@Nullable Object value, int depth) {
        return switch (value) {
            case null -> null;
            case String text -> text(text);
            case Boolean flag -> flag;
            case Long number -> whole(number);
            case Integer number -> (Object) number.longValue();
            case Double real -> real(real);
            case Map<?, ?> map -> object(map, depth + 1);
            case List<?> list -> array(list, depth + 1);
            case Instant instant -> Times.show(instant);
            default -> Left.TO_ITS_TEXT;
        };
    }

    private Object text(String text) {
        length += text.length();
        return length > LONGEST || JsonWriter.unpairedSurrogate(text) >= 0 ? Left.TO_ITS_TEXT : text;
    }

    private static Object whole(long number) {
        return Math.abs(number) < EcmaNumber.EXACT_INTEGERS && number != Long.MIN_VALUE
                ? (Object) number
                : Left.TO_ITS_TEXT;
    }

    /** A real without a fraction is written as a whole number, and read as one. */
    private static Object real(double exact) {
        double real = EcmaNumber.rounded(exact);
        if (!(Math.abs(real) < EcmaNumber.EXACT_INTEGERS)) {
            return Left.TO_ITS_TEXT;
        }
        return real == Math.rint(real) ? (Object) (long) real : (Object) real;
    }

    private Object object(Map<?, ?> map, int depth) {
        int size = map.size();
        length += size;
        if (depth > DEEPEST || length > LONGEST) {
            return Left.TO_ITS_TEXT;
        }
        @Nullable String[] keys = new String[size];
        int next = 0;
        for (Object key : map.keySet()) {
            if (!(key instanceof String name) || text(name) instanceof Left) {
                return Left.TO_ITS_TEXT;
            }
            keys[next++] = name;
        }
        Arrays.sort(keys);
        Map<String, @Nullable Object> form = LinkedHashMap.newLinkedHashMap(size);
        for (String key : keys) {
            Object value = value(map.get(key), depth);
            if (value instanceof Left || key == null) {
                return Left.TO_ITS_TEXT;
            }
            form.put(key, value);
        }
        return Collections.unmodifiableMap(form);
    }

    private Object array(List<?> list, int depth) {
        length += list.size();
        if (depth > DEEPEST || length > LONGEST) {
            return Left.TO_ITS_TEXT;
        }
        List<@Nullable Object> form = new ArrayList<>(list.size());
        for (Object element : list) {
            Object value = value(element, depth);
            if (value instanceof Left) {
                return Left.TO_ITS_TEXT;
            }
            form.add(value);
        }
        return Collections.unmodifiableList(form);
    }
}
