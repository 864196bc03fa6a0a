package dev.stoa.json;

import dev.stoa.base.TextEnum;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The components of a record and its canonical constructor, so that what goes by them is declared once, with the record:
 * its JSON object, its columns, its copies. Immutable. Found once for each record, since that is slower than using them.
 *
 * @param <T> the record
 */
public final class RecordFields<T> {
    private static final ClassValue<RecordFields<?>> KNOWN = new ClassValue<>() {
        @Override
        protected RecordFields<?> computeValue(Class<?> type) {
            return find(type);
        }
    };

    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);

    private final List<RecordComponent> components;
    private final List<String> names;
    private final Constructor<T> constructor;
    // Found when something is read: it takes long, and most records are only written.
    private volatile @Nullable List<Boolean> optional;

    private RecordFields(List<RecordComponent> components, Constructor<T> constructor) {
        this.components = components;
        this.names = components.stream().map(RecordFields::name).toList();
        this.constructor = constructor;
    }

    // What is found for a class makes records of that class.
    @SuppressWarnings("unchecked")
    public static <T> RecordFields<T> of(Class<T> type) {
        return (RecordFields<T>) KNOWN.get(type);
    }

    private static <T> RecordFields<T> find(Class<T> type) {
        List<RecordComponent> components = List.of(type.getRecordComponents());
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(
                    components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
            // Or each use would ask again who may.
            constructor.setAccessible(true);
            components.forEach(component -> component.getAccessor().setAccessible(true));
            return new RecordFields<>(components, constructor);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " has no canonical constructor", e);
        }
    }

    /** The components in their order. */
    public List<RecordComponent> components() {
        return components;
    }

    /** The name of a component as a column or a field of JSON has it: {@code turnSeq} is {@code turn_seq}. */
    public static String name(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    /** Whether a component may be null. */
    public static boolean nullable(RecordComponent component) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    /** What gives the value of a component of a record; it takes and answers any object. */
    public static MethodHandle getter(RecordComponent component) {
        try {
            return MethodHandles.lookup().unreflect(component.getAccessor()).asType(GETTER);
        } catch (IllegalAccessException e) {
            throw failed(e);
        }
    }

    /** What a record holds in a component. */
    public static @Nullable Object value(RecordComponent component, Object of) {
        try {
            return component.getAccessor().invoke(of);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw failed(e);
        }
    }

    /** A record of values in the order of the components. */
    public T make(@Nullable Object... values) {
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw failed(e);
        }
    }

    /** The same record with another value in one component. */
    public T with(T of, String component, @Nullable Object value) {
        return make(components.stream()
                .map(each -> each.getName().equals(component) ? value : value(each, of))
                .toArray());
    }

    /** The same record with other values in some components. */
    public T with(T of, Map<String, ?> others) {
        return make(components.stream()
                .map(each -> others.containsKey(each.getName()) ? others.get(each.getName()) : value(each, of))
                .toArray());
    }

    /** A record as JSON, each component under its name: choices as their words, records within it likewise. */
    public static Map<String, @Nullable Object> document(Record of) {
        return document(of, Map.of());
    }

    /** The same with other names for some of the fields. */
    public static Map<String, @Nullable Object> document(Record of, Map<String, String> names) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        RecordFields<?> fields = of(of.getClass());
        for (int i = 0; i < fields.components.size(); i++) {
            String name = fields.names.get(i);
            document.put(names.getOrDefault(name, name), shown(value(fields.components.get(i), of)));
        }
        return document;
    }

    private static @Nullable Object shown(@Nullable Object value) {
        return switch (value) {
            case TextEnum choice -> choice.text();
            case Record record -> document(record);
            case Collection<?> list -> list.stream().map(RecordFields::shown).toList();
            case null, default -> value;
        };
    }

    /** The record of such a document. A list that is absent is empty; fields that it does not know are left alone. */
    public T read(JsonFields fields) {
        List<Boolean> nullable = optional();
        @Nullable Object[] values = new Object[nullable.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(fields, names.get(i), components.get(i), nullable.get(i));
        }
        return make(values);
    }

    private List<Boolean> optional() {
        List<Boolean> found = optional;
        if (found == null) {
            found = components.stream().map(RecordFields::nullable).toList();
            optional = found;
        }
        return found;
    }

    private static @Nullable Object read(JsonFields fields, String name, RecordComponent component, boolean nullable) {
        Class<?> type = component.getType();
        if (nullable && !fields.has(name)) {
            return null;
        }
        if (type == String.class) {
            return fields.text(name);
        }
        if (type == boolean.class) {
            return fields.flag(name);
        }
        if (type == int.class) {
            return Math.toIntExact(fields.whole(name));
        }
        if (type == long.class || type == Long.class) {
            return fields.whole(name);
        }
        if (type == double.class || type == Double.class) {
            return fields.real(name);
        }
        return type == List.class ? list(fields, name, component) : TextEnum.of(name, choices(type), fields.text(name));
    }

    private static TextEnum[] choices(Class<?> type) {
        return (TextEnum[]) type.getEnumConstants();
    }

    private static List<?> list(JsonFields fields, String name, RecordComponent component) {
        Type entry = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
        if (entry == String.class) {
            return fields.texts(name);
        }
        if (entry == Integer.class) {
            return fields.valueOrNull(name) instanceof List<?> numbers
                    ? numbers.stream()
                            .map(number -> Math.toIntExact(((Number) number).longValue()))
                            .toList()
                    : List.of();
        }
        RecordFields<?> record = of((Class<?>) entry);
        return fields.objects(name).stream().map(record::read).toList();
    }

    /** What a constructor refused it says itself. */
    private static RuntimeException failed(ReflectiveOperationException e) {
        return e.getCause() instanceof RuntimeException refused ? refused : new IllegalStateException(e);
    }
}
