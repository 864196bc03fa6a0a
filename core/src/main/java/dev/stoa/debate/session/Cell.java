package dev.stoa.debate.session;

import dev.stoa.base.TextEnum;
import dev.stoa.json.Json;
import dev.stoa.json.RecordFields;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Row;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a component of a record stands in a column: its type says it all. Immutable. A choice is stored under its word, a
 * flag as 0 or 1, and objects and lists as canonical JSON, of which a column that is null is empty.
 *
 * @param column its name in the table
 * @param nullable whether the column may be null
 */
record Cell(String column, RecordComponent component, MethodHandle getter, boolean nullable) {
    Cell(String column, RecordComponent component, boolean nullable) {
        this(column, component, RecordFields.getter(component), nullable);
    }

    /** What a record holds here, as it is hashed and shown. */
    @Nullable
    Object value(Object of) {
        Object value = held(of);
        return value instanceof TextEnum choice ? choice.text() : value;
    }

    private @Nullable Object held(Object of) {
        try {
            return (Object) getter.invokeExact(of);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same as it is written. */
    @Nullable
    Object stored(Object of) {
        Object value = value(of);
        boolean json = component.getType() == Map.class
                || component.getType() == List.class
                || component.getType() == Object.class;
        return value instanceof Boolean flag ? (flag ? 1 : 0) : json && value != null ? Json.canonical(value) : value;
    }

    /** The value of a row. */
    @Nullable
    Object read(Row row, int at) {
        Class<?> type = component.getType();
        if (type == String.class) {
            return nullable ? row.textOrNull(at) : row.text(at);
        }
        if (type == int.class) {
            Long number = nullable ? row.numberOrNull(at) : (Long) row.number(at);
            return number == null ? null : (Integer) Math.toIntExact(number);
        }
        if (type == long.class || type == Long.class) {
            return nullable ? row.numberOrNull(at) : (Long) row.number(at);
        }
        if (type == Double.class) {
            return row.realOrNull(at);
        }
        if (type == boolean.class) {
            return row.flag(at);
        }
        if (type == Instant.class) {
            return nullable ? row.instantOrNull(at) : row.instant(at);
        }
        return TextEnum.class.isAssignableFrom(type) ? choice(row, at) : json(row, at);
    }

    private @Nullable Object choice(Row row, int at) {
        String word = nullable ? row.textOrNull(at) : row.text(at);
        return word == null
                ? null
                : TextEnum.of(column, (TextEnum[]) component.getType().getEnumConstants(), word);
    }

    private @Nullable Object json(Row row, int at) {
        if (component.getType() == Map.class) {
            return nullable ? StoredJson.objectOrNull(row.textOrNull(at)) : StoredJson.object(row.textOrNull(at));
        }
        if (!(component.getGenericType() instanceof ParameterizedType list)) {
            return Json.parse(row.text(at));
        }
        java.lang.reflect.Type entry = list.getActualTypeArguments()[0];
        String array = row.textOrNull(at);
        return entry == Long.class
                ? StoredJson.numbers(array)
                : entry == String.class ? StoredJson.texts(array) : StoredJson.array(array);
    }
}
