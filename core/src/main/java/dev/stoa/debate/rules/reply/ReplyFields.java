package dev.stoa.debate.rules.reply;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.voting.Options;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one object of a reply. Not thread-safe. What is missing, of a wrong type or out of bounds is refused
 * with its path; a field that is null counts as absent, fields nobody asks for are ignored.
 */
final class ReplyFields {
    private final Map<?, ?> fields;
    private final String path;

    ReplyFields(Map<?, ?> fields, String path) {
        this.fields = fields;
        this.path = path;
    }

    boolean has(String name) {
        return fields.get(name) != null;
    }

    /** A text that must be there and say something. */
    String text(String name, int most) {
        return Bounds.text(path + name, required(name, String.class, "text"), 1, most);
    }

    /** A text that may be absent; a blank one says nothing and counts as absent. */
    @Nullable
    String textOrNull(String name, int most) {
        String value = optional(name, String.class, "text");
        return value == null || value.isBlank() ? null : Bounds.text(path + name, value, 1, most);
    }

    double unit(String name) {
        return Bounds.unit(path + name, required(name, Number.class, "a number").doubleValue());
    }

    @Nullable
    Double unitOrNull(String name) {
        return has(name) ? unit(name) : null;
    }

    int whole(String name, int least, int most) {
        double value = required(name, Number.class, "a number").doubleValue();
        if (value != Math.rint(value)) {
            throw wrong(name, "is not a whole number");
        }
        return (int) Bounds.real(path + name, value, least, most);
    }

    boolean flag(String name) {
        Boolean value = optional(name, Boolean.class, "true or false");
        return value != null && value;
    }

    /** One of a few words. */
    String word(String name, List<String> known) {
        return Bounds.word(path + name, required(name, String.class, "text"), known);
    }

    /** The index of an option given by its key, which must be one of these. */
    int option(String name, List<Integer> known) {
        return key(path + name, required(name, String.class, "text"), known);
    }

    /** The index of an option, or -1 if none is given. */
    int optionOrNone(String name, List<Integer> known) {
        return has(name) ? option(name, known) : -1;
    }

    /** The indexes of distinct options; empty if the field is absent. */
    List<Integer> options(String name, List<Integer> known) {
        List<Integer> options = new ArrayList<>();
        for (String key : texts(name, Options.MOST, 1)) {
            options.add(key(path + name + "[" + options.size() + "]", key, known));
        }
        distinct(name, options, Options::key);
        return options;
    }

    ReplyFields object(String name) {
        return new ReplyFields(required(name, Map.class, "an object"), path + name + ".");
    }

    /** The texts of a list; empty if the field is absent. */
    List<String> texts(String name, int most, int mostCharacters) {
        List<String> texts = new ArrayList<>();
        for (Object entry : list(name, 0, most)) {
            String at = name + "[" + texts.size() + "]";
            if (!(entry instanceof String text)) {
                throw wrong(at, "is not text");
            }
            texts.add(Bounds.text(path + at, text, 1, mostCharacters));
        }
        return texts;
    }

    /** The objects of a list that must be there. */
    <T> List<T> objects(String name, int least, int most, Function<ReplyFields, T> form) {
        required(name, List.class, "a list");
        return objectsOrNone(name, least, most, form);
    }

    /** The objects of a list; empty if the field is absent. */
    <T> List<T> objectsOrNone(String name, int least, int most, Function<ReplyFields, T> form) {
        List<T> objects = new ArrayList<>();
        for (Object entry : list(name, least, most)) {
            String at = name + "[" + objects.size() + "]";
            if (!(entry instanceof Map<?, ?> map)) {
                throw wrong(at, "is not an object");
            }
            objects.add(form.apply(new ReplyFields(map, path + at + ".")));
        }
        return objects;
    }

    /** Refuses a list that names a thing twice. */
    <T> void distinct(String name, List<T> values, Function<T, String> id) {
        Set<String> seen = new HashSet<>();
        for (T value : values) {
            if (!seen.add(id.apply(value))) {
                throw wrong(name, "names " + Bounds.shown(id.apply(value)) + " twice");
            }
        }
    }

    InvalidException wrong(String name, String what) {
        return Bounds.invalid(path + name + " " + what, "send the whole JSON again, corrected");
    }

    private static int key(String at, String key, List<Integer> known) {
        int option = Options.index(key);
        if (!known.contains(option)) {
            throw Bounds.invalid(
                    at + " " + Bounds.shown(key) + " is no option key; " + keys(known), "name one of the options");
        }
        return option;
    }

    static String keys(List<Integer> known) {
        return switch (known.size()) {
            case 0 -> "there is no option yet";
            case 1 -> "the only one is " + Options.key(known.getFirst());
            default ->
                known.getLast() == known.size() - 1
                        ? "the keys are A to " + Options.key(known.getLast())
                        : "the keys are "
                                + String.join(
                                        ", ", known.stream().map(Options::key).toList());
        };
    }

    private List<?> list(String name, int least, int most) {
        List<?> value = optional(name, List.class, "a list");
        return value == null ? List.of() : Bounds.size(path + name, value, least, most);
    }

    private <T> T required(String name, Class<T> type, String words) {
        T value = optional(name, type, words);
        if (value == null) {
            throw wrong(name, "is missing");
        }
        return value;
    }

    private <T> @Nullable T optional(String name, Class<T> type, String words) {
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        if (!type.isInstance(value)) {
            throw wrong(name, "is not " + words);
        }
        return type.cast(value);
    }
}
