package dev.stoa.counsel.audit;

import dev.stoa.storage.Row;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the log with its values as they are stored: text, whole numbers as {@code Long}, reals as {@code Double},
 * or what else an attacker put there. Not thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // the place of a column in arrays that have one for each
final class AuditRow {
    private static final AuditColumn[] COLUMNS = AuditColumn.values();

    private final @Nullable Object[] values = new @Nullable Object[COLUMNS.length];

    // Texts that nobody has asked for yet are parts of this: of most rows only their bytes are hashed.
    private byte[] bytes = new byte[0];
    private final int[] from = new int[COLUMNS.length];
    private final int[] to = new int[COLUMNS.length];

    AuditRow set(AuditColumn column, @Nullable Object value) {
        values[column.ordinal()] = value;
        return this;
    }

    /** Takes the texts that follow from the UTF-8 of several. */
    void texts(byte[] utf8) {
        bytes = utf8;
    }

    /** Takes a text from the bytes that were given last. */
    void setText(AuditColumn column, int start, int end) {
        int at = column.ordinal();
        values[at] = Unread.TEXT;
        from[at] = start;
        to[at] = end;
    }

    /** In the place of a text that is still bytes. */
    private enum Unread {
        TEXT
    }

    @Nullable
    Object get(AuditColumn column) {
        int at = column.ordinal();
        if (values[at] == Unread.TEXT) {
            values[at] = new String(bytes, from[at], to[at] - from[at], StandardCharsets.UTF_8);
        }
        return values[at];
    }

    /** The text in a column; null if there is none, or something else. */
    @Nullable
    String text(AuditColumn column) {
        return get(column) instanceof String text ? text : null;
    }

    /** Where the bytes of a text go. */
    @FunctionalInterface
    interface Bytes {
        void take(byte[] utf8, int start, int end);
    }

    /** Hands over the UTF-8 of the text in a column; false if there is none, or something else. */
    boolean utf8(AuditColumn column, Bytes taker) {
        int at = column.ordinal();
        Object value = values[at];
        if (value == Unread.TEXT) {
            taker.take(bytes, from[at], to[at]);
            return true;
        }
        if (value instanceof String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            taker.take(utf8, 0, utf8.length);
            return true;
        }
        return false;
    }

    /** Whether there is something in a column. */
    boolean has(AuditColumn column) {
        return values[column.ordinal()] != null;
    }

    /** Its number, as far as it has one. */
    @Nullable
    Long seq() {
        return values[AuditColumn.SEQ.ordinal()] instanceof Long seq ? seq : null;
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
            values[i] = value instanceof Integer small ? (Object) small.longValue() : value;
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
