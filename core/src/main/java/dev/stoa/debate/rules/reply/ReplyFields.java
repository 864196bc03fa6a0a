package dev.stoa.debate.rules.reply;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.voting.Options;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one object of a reply. Not thread-safe. What is missing, of a wrong type or out of bounds is refused
 * with its path; a field that is null counts as absent, fields nobody asks for are ignored.
 */
final class ReplyFields {
    private final Map<?, ?> fields;
    private final String path;
    private final ReplyContext context;

    ReplyFields(Map<?, ?> fields, String path, ReplyContext context) {
        this.fields = fields;
        this.path = path;
        this.context = context;
    }

    boolean has(String name) {
        return fields.get(name) != null;
    }

    boolean flag(String name) {
        return has(name) && as(Boolean.class, path + name, required(name), "true or false");
    }

    ReplyFields object(String name) {
        return object(path + name, required(name));
    }

    /** All that a record declares, in its order. */
    <T> T read(ReplyForm<T> form) {
        return form.make(this::read);
    }

    /** What a field says; a blank text that may be absent says nothing and counts as absent. */
    @Nullable
    Object read(ReplyForm.Field field) {
        String name = field.name();
        if (!field.required() && !has(name)) {
            return field.absent();
        }
        Object value = required(name);
        if (!field.required()
                && field.type() instanceof ReplyForm.Text
                && value instanceof String text
                && text.isBlank()) {
            return field.absent();
        }
        return read(field.type(), path + name, value);
    }

    private Object read(ReplyForm.Type type, String at, Object value) {
        return switch (type) {
            case ReplyForm.Text text -> Bounds.text(at, as(String.class, at, value, "text"), 1, text.most());
            case ReplyForm.Unit unit ->
                Bounds.unit(at, as(Number.class, at, value, "a number").doubleValue());
            case ReplyForm.Whole whole -> whole(at, value, whole.least(), whole.most());
            case ReplyForm.Seat seat -> whole(at, value, 0, context.seats() - 1);
            case ReplyForm.Key key -> option(at, as(String.class, at, value, "text"));
            case ReplyForm.Choice choice ->
                choice.values()
                        .get(choice.words()
                                .indexOf(Bounds.word(at, as(String.class, at, value, "text"), choice.words())));
            case ReplyForm.Part part -> object(at, value).read(part.form());
            case ReplyForm.Many many -> list(many, at, value);
        };
    }

    private static int whole(String at, Object given, int least, int most) {
        double value = as(Number.class, at, given, "a number").doubleValue();
        if (value != Math.rint(value)) {
            throw wrongAt(at, "is not a whole number");
        }
        return (int) Bounds.real(at, value, least, most);
    }

    private int option(String at, String key) {
        int option = Options.index(key);
        if (!context.nameable().contains(option)) {
            throw Bounds.invalid(
                    at + " " + Bounds.shown(key) + " is no option key; " + context.keys(), "name one of the options");
        }
        return option;
    }

    private ReplyFields object(String at, Object value) {
        return new ReplyFields(as(Map.class, at, value, "an object"), at + ".", context);
    }

    private List<Object> list(ReplyForm.Many many, String at, Object value) {
        List<?> entries = Bounds.size(at, as(List.class, at, value, "a list"), many.least(), many.most(context));
        if (many.of() instanceof ReplyForm.Key) {
            // What cannot be a key at all is said before what is none of these.
            entries(new ReplyForm.Text(1), at, entries);
        }
        List<Object> read = entries(many.of(), at, entries);
        if (many.of() instanceof ReplyForm.Key key) {
            distinct(
                    at,
                    read.stream()
                            .map(option -> String.valueOf(key.stored(option)))
                            .toList());
        } else if (many.of() instanceof ReplyForm.Part part) {
            part.form().fields().stream()
                    .filter(ReplyForm.Field::distinct)
                    .forEach(field ->
                            distinct(at, read.stream().map(field::shown).toList()));
        }
        return read;
    }

    private List<Object> entries(ReplyForm.Type type, String at, List<?> entries) {
        List<Object> read = new ArrayList<>();
        for (Object entry : entries) {
            read.add(read(type, at + "[" + read.size() + "]", entry));
        }
        return read;
    }

    /** Refuses a list that names a thing twice. */
    private static void distinct(String at, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw wrongAt(at, "names " + Bounds.shown(name) + " twice");
            }
        }
    }

    InvalidException wrong(String name, String what) {
        return wrongAt(path + name, what);
    }

    private static InvalidException wrongAt(String at, String what) {
        return Bounds.invalid(at + " " + what, "send the whole JSON again, corrected");
    }

    private Object required(String name) {
        Object value = fields.get(name);
        if (value == null) {
            throw wrong(name, "is missing");
        }
        return value;
    }

    private static <T> T as(Class<T> type, String at, @Nullable Object value, String words) {
        if (!type.isInstance(value)) {
            throw wrongAt(at, "is not " + words);
        }
        return type.cast(value);
    }
}
