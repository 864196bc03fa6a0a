package dev.stoa.counsel.audit;

import dev.stoa.storage.Row;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of the log as SQLite hands them over fastest: numbers each by itself, then all texts in one column, which it
 * puts together at once. Stateless. A text is the name of its type, itself and a zero byte; so that a text which holds
 * such a byte cannot pass for two, a row with more or fewer of them than columns is not taken.
 */
final class PackedTexts {
    private static final AuditColumn[] NUMBERS = AuditColumn.ALL.stream()
            .filter(column -> column.kind() != AuditColumn.Kind.TEXT)
            .toArray(AuditColumn[]::new);
    private static final AuditColumn[] TEXTS = AuditColumn.ALL.stream()
            .filter(column -> column.kind() == AuditColumn.Kind.TEXT)
            .toArray(AuditColumn[]::new);

    /** What to select. */
    static final String COLUMNS = Stream.concat(
                    Arrays.stream(NUMBERS).map(AuditColumn::column),
                    Stream.of(Arrays.stream(TEXTS)
                            .map(column -> "typeof(" + column.column() + "), " + column.column() + ", char(0)")
                            .collect(Collectors.joining(", ", "concat(", ")"))))
            .collect(Collectors.joining(", "));

    private static final int TYPE = "text".length();

    /** In the place of a value that is neither text nor NULL. */
    private static final Object NO_TEXT = new Object();

    private PackedTexts() {}

    /** Takes over the values of a row of a query that selects {@link #COLUMNS}; false if its texts cannot be told apart. */
    static boolean fill(AuditRow row, Row stored) {
        for (int i = 0; i < NUMBERS.length; i++) {
            Object value = stored.stored(i + 1);
            row.set(NUMBERS[i], value instanceof Integer small ? (Object) Long.valueOf(small) : value);
        }
        byte[] bytes = stored.bytes(NUMBERS.length + 1);
        row.texts(bytes);
        int start = 0;
        for (AuditColumn column : TEXTS) {
            int end = start;
            while (end < bytes.length && bytes[end] != 0) {
                end++;
            }
            if (end == bytes.length || end - start < TYPE) {
                return false;
            }
            switch (bytes[start]) {
                case 't' -> row.setText(column, start + TYPE, end);
                case 'n' -> row.set(column, null);
                default -> row.set(column, NO_TEXT);
            }
            start = end + 1;
        }
        return start == bytes.length;
    }
}
