package dev.stoa.counsel.audit;

import dev.stoa.storage.Row;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the log with its values as they are stored: text, whole numbers as {@code Long}, reals as {@code Double},
 * or what else an attacker put there. Not thread-safe.
 */
final class AuditRow {
    private static final AuditColumn[] COLUMNS = AuditColumn.values();

    private final Map<AuditColumn, @Nullable Object> values = new EnumMap<>(AuditColumn.class);

    AuditRow set(AuditColumn column, @Nullable Object value) {
        values.put(column, value);
        return this;
    }

    @Nullable
    Object get(AuditColumn column) {
        return values.get(column);
    }

    /** The text in a column; null if there is none, or something else. */
    @Nullable
    String text(AuditColumn column) {
        return values.get(column) instanceof String text ? text : null;
    }

    /** Its number, as far as it has one. */
    @Nullable
    Long seq() {
        return values.get(AuditColumn.SEQ) instanceof Long seq ? seq : null;
    }

    /** All values in the order of the columns, for an insertion. */
    @Nullable
    Object[] parameters() {
        return Arrays.stream(COLUMNS).map(this::get).toArray();
    }

    /** The row of a query that selects {@link AuditColumn#NAMES}. */
    static AuditRow of(Row row) {
        return new AuditRow().fill(row);
    }

    /** Takes the values of the row of such a query. */
    AuditRow fill(Row row) {
        for (int i = 0; i < COLUMNS.length; i++) {
            Object value = row.stored(i + 1);
            values.put(COLUMNS[i], value instanceof Integer small ? (Object) small.longValue() : value);
        }
        return this;
    }

    /** The row as an export shows it. */
    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        for (AuditColumn column : COLUMNS) {
            document.put(column.column(), get(column));
        }
        return document;
    }

    /** The row of an export. A real that was written as a whole number is a real all the same. */
    static AuditRow of(Map<String, @Nullable Object> document) {
        AuditRow result = new AuditRow();
        for (AuditColumn column : COLUMNS) {
            Object value = document.get(column.column());
            result.set(
                    column,
                    column.kind() == AuditColumn.Kind.REAL && value instanceof Long whole
                            ? (Object) whole.doubleValue()
                            : value);
        }
        return result;
    }
}
