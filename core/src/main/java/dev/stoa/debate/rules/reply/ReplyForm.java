package dev.stoa.debate.rules.reply;

import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.RecordFields;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one record of a {@link ParsedReply}, each with its bounds, as the record declares them. Immutable. What
 * a model is told, the schema it is held to, how its reply is read and how that is stored all come from here, so that
 * they cannot differ.
 *
 * @param mayAbstain whether {@code abstain: true} may stand for all the rest
 */
record ReplyForm<T>(RecordFields<T> record, List<Field> fields, boolean mayAbstain) {
    // The most characters of a text.
    static final int ANSWER = 8_000;
    static final int REASONING = 20_000;
    static final int CODE = 262_144;
    static final int REMARK = 2_000;
    static final int LONG_REMARK = 4_000;
    static final int FOCUS = 200;
    static final int NAME = 200;
    static final int ID = 64;
    static final int EVIDENCE_ID = 255;

    /** How many entries a list has that holds one for each seat. */
    static final int SEATS = -1;

    /** What a field of a reply is, as far as the type of its component does not say it. */
    @Target(ElementType.RECORD_COMPONENT)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Says {
        /** The name of the field, where it is not that of the component. */
        String name() default "";

        /** Whether it is the index of an option, which a reply names by its key. */
        boolean option() default false;

        /** Whether it is the number of a seat. */
        boolean seat() default false;

        /** The words it is one of; of a boolean, the word for true and the one for false. */
        String[] words() default {};

        /** The most characters of a text, or of each text of a list. */
        int chars() default 0;

        /** The least number, or number of entries. */
        int least() default 0;

        /** The most of it. */
        int most() default 0;

        /** Whether no two entries of the list that it stands in have it in common. */
        boolean distinct() default false;

        /** Whether it may be absent like what may be null; then it is empty, or -1, and is not stored. */
        boolean optional() default false;

        /** What a model is told about it. */
        String note() default "";
    }

    /**
     * One field.
     *
     * @param required whether it must be there; an optional one may be left out or null
     * @param distinct whether no two entries of a list may have it in common
     * @param absent what stands for one that was left out
     * @param note what its type does not say; empty if that is nothing
     */
    record Field(
            RecordComponent component,
            String name,
            Type type,
            boolean required,
            boolean distinct,
            @Nullable Object absent,
            String note) {
        Field noted(String other) {
            return new Field(component, name, type, required, distinct, absent, other);
        }

        Field mandatory() {
            return new Field(component, name, type, true, distinct, absent, note);
        }

        Field of(Type other) {
            return new Field(component, name, other, required, distinct, absent, note);
        }

        /** What names it in a list without repetition. */
        String shown(Object holder) {
            Object value = Objects.requireNonNull(RecordFields.value(component, holder));
            return type instanceof Seat ? name + " " + value : String.valueOf(type.stored(value));
        }
    }

    /** What stands in a field. */
    sealed interface Type {
        /** A value as it is stored. */
        default Object stored(Object value) {
            return value;
        }
    }

    /** Text of 1 to so many characters. */
    record Text(int most) implements Type {}

    /** A number from 0 to 1. */
    record Unit() implements Type {}

    /** A whole number. */
    record Whole(int least, int most) implements Type {}

    /** The number of a seat, of which the context says how many there are. */
    record Seat() implements Type {}

    /** The key of an option that the context lets it name. */
    record Key() implements Type {
        @Override
        public Object stored(Object value) {
            return Options.key((Integer) value);
        }
    }

    /** One of these words, each of which stands for a value. */
    record Choice(List<String> words, List<?> values) implements Type {
        @Override
        public Object stored(Object value) {
            return words.get(values.indexOf(value));
        }
    }

    /** An object. */
    record Part(ReplyForm<?> form) implements Type {
        @Override
        public Object stored(Object value) {
            return form.document(value);
        }
    }

    /**
     * So many of something.
     *
     * @param most {@link ReplyForm#SEATS} for one each
     */
    record Many(Type of, int least, int most) implements Type {
        @Override
        public Object stored(Object value) {
            return ((List<?>) value).stream().map(of::stored).toList();
        }

        int most(ReplyContext context) {
            return most == SEATS ? context.seats() : most;
        }
    }

    /** The fields that a record declares. */
    static <T> ReplyForm<T> of(Class<T> type) {
        RecordFields<T> record = RecordFields.of(type);
        List<Field> fields = record.components().stream().map(ReplyForm::field).toList();
        return new ReplyForm<>(record, fields, false);
    }

    private static Field field(RecordComponent component) {
        Says says = component.getAnnotation(Says.class);
        String name = RecordFields.name(component);
        boolean required = !RecordFields.nullable(component);
        if (says == null) {
            return new Field(component, name, plain(component.getType()), required, false, null, "");
        }
        Type type = type(says, component.getGenericType());
        Object absent = !says.optional() ? null : type instanceof Many ? List.of() : type instanceof Key ? -1 : "";
        return new Field(
                component,
                says.name().isEmpty() ? name : says.name(),
                type,
                required && !says.optional(),
                says.distinct(),
                absent,
                says.note());
    }

    private static Type type(Says says, java.lang.reflect.Type type) {
        if (type instanceof ParameterizedType list) {
            return new Many(type(says, list.getActualTypeArguments()[0]), says.least(), says.most());
        }
        if (says.option()) {
            return new Key();
        }
        if (says.seat()) {
            return new Seat();
        }
        if (says.words().length > 0) {
            List<String> words = List.of(says.words());
            return new Choice(words, type == boolean.class ? List.of(true, false) : words);
        }
        if (type == int.class) {
            return new Whole(says.least(), says.most());
        }
        return type == String.class ? new Text(says.chars()) : plain((Class<?>) type);
    }

    private static Type plain(Class<?> type) {
        if (type.isRecord()) {
            return new Part(of(type));
        }
        List<Severity> severities = List.of(Severity.values());
        return type == Severity.class
                ? new Choice(severities.stream().map(Severity::text).toList(), severities)
                : new Unit();
    }

    Field field(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The same record with some of its fields, for one question. */
    ReplyForm<T> asking(boolean abstain, List<Field> some) {
        return new ReplyForm<>(record, some, abstain);
    }

    /** The same with some fields in other words. */
    ReplyForm<T> with(Field... others) {
        return asking(
                mayAbstain,
                fields.stream()
                        .map(field -> Stream.of(others)
                                .filter(other -> other.name().equals(field.name()))
                                .findFirst()
                                .orElse(field))
                        .toList());
    }

    /** A record of what the fields say, asked in their order. */
    T make(Function<Field, @Nullable Object> said) {
        return record.make(fields.stream().map(said).toArray());
    }

    /** A record as a JSON object; absent and empty optional fields are left out. */
    Map<String, @Nullable Object> document(Object of) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        for (Field field : fields) {
            Object value = RecordFields.value(field.component(), of);
            if (value != null && !value.equals(field.absent())) {
                document.put(field.name(), field.type().stored(value));
            }
        }
        return Collections.unmodifiableMap(document);
    }
}
