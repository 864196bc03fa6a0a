package dev.stoa.counsel.audit;

import dev.stoa.storage.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of the log as SQLite hands them over fastest: numbers each by itself, then all texts in one column. Stateless.
 * A text is its length in bytes, a colon and itself; {@code -} stands for NULL and {@code !} for a value that is no text.
 */
final class PackedTexts {
    private static final List<AuditColumn> NUMBERS = AuditColumn.ALL.stream()
            .filter(column -> column.kind() != AuditColumn.Kind.TEXT)
            .toList();
    private static final List<AuditColumn> TEXTS = AuditColumn.ALL.stream()
            .filter(column -> column.kind() == AuditColumn.Kind.TEXT)
            .toList();

    /** What to select. */
    static final String COLUMNS = Stream.concat(
                    NUMBERS.stream().map(AuditColumn::column),
                    Stream.of(TEXTS.stream().map(PackedTexts::packed).collect(Collectors.joining(" || "))))
            .collect(Collectors.joining(", "));

    /** In the place of a value that is neither text nor NULL. */
    private static final Object NO_TEXT = new Object();

    private PackedTexts() {}

    private static String packed(AuditColumn column) {
        String name = column.column();
        return "CASE typeof(" + name + ") WHEN 'text' THEN octet_length(" + name + ") || ':' || " + name
                + " WHEN 'null' THEN '-' ELSE '!' END";
    }

    /** Takes over the values of a row of a query that selects {@link #COLUMNS}. */
    static AuditRow fill(AuditRow row, Row stored) {
        for (int i = 0; i < NUMBERS.size(); i++) {
            Object value = stored.stored(i + 1);
            row.set(NUMBERS.get(i), value instanceof Integer small ? (Object) Long.valueOf(small) : value);
        }
        byte[] bytes = stored.bytes(NUMBERS.size() + 1);
        int at = 0;
        for (AuditColumn column : TEXTS) {
            int sign = bytes[at];
            if (sign == '-' || sign == '!') {
                row.set(column, sign == '-' ? null : NO_TEXT);
                at++;
                continue;
            }
            int length = 0;
            for (; bytes[at] != ':'; at++) {
                length = 10 * length + bytes[at] - '0';
            }
            row.set(column, new String(bytes, at + 1, length, StandardCharsets.UTF_8));
            at += 1 + length;
        }
        return row;
    }
}
