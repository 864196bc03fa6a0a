package dev.stoa.debate.proof;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The first place at which two JSON documents differ. Immutable.
 *
 * @param field the path to it, such as {@code turns[2].model}; null where the whole values differ
 */
record Difference(
        @Nullable String field,
        @Nullable String expected,
        @Nullable String found) {
    /** The place in two texts; texts that are no JSON documents, or not alike, differ as a whole. */
    static Difference of(@Nullable String expected, @Nullable String found) {
        if (expected != null && found != null) {
            int from = begin(expected);
            if (from >= 0 && from == begin(found) && expected.startsWith(found.substring(0, from))) {
                try {
                    Object should = Json.parse(expected.substring(from));
                    Object is = Json.parse(found.substring(from));
                    // Documents that say the same differ in their white space or order: only their texts tell.
                    return same(should, is) ? new Difference(null, expected, found) : between("", should, is);
                } catch (InvalidException e) {
                    // Text that only looks like JSON.
                    return new Difference(null, expected, found);
                }
            }
        }
        return new Difference(null, expected, found);
    }

    /** Where the document of a text begins: at once, or after the word that says what it is; -1 if it has none. */
    private static int begin(String text) {
        int at = 0;
        while (at < text.length() && (Character.isLetter(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        at += at > 0 && at < text.length() && text.charAt(at) == ' ' ? 1 : 0;
        return at < text.length() && (text.charAt(at) == '{' || text.charAt(at) == '[') ? at : -1;
    }

    private static Difference between(String path, @Nullable Object expected, @Nullable Object found) {
        if (expected instanceof Map<?, ?> should && found instanceof Map<?, ?> is) {
            Set<String> names = new TreeSet<>();
            should.keySet().forEach(name -> names.add(String.valueOf(name)));
            is.keySet().forEach(name -> names.add(String.valueOf(name)));
            for (String name : names) {
                if (should.containsKey(name) != is.containsKey(name) || !same(should.get(name), is.get(name))) {
                    return between(path.isEmpty() ? name : path + "." + name, should.get(name), is.get(name));
                }
            }
        }
        if (expected instanceof List<?> should && found instanceof List<?> is && should.size() == is.size()) {
            for (int i = 0; i < should.size(); i++) {
                if (!same(should.get(i), is.get(i))) {
                    return between(path + "[" + i + "]", should.get(i), is.get(i));
                }
            }
        }
        return new Difference(path.isEmpty() ? null : path, text(expected), text(found));
    }

    private static boolean same(@Nullable Object expected, @Nullable Object found) {
        return Objects.equals(Json.canonical(expected), Json.canonical(found));
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value instanceof String text ? text : Json.canonical(value);
    }
}
