package dev.stoa.counsel.foreign;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.storage.TimeForm;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row of another program's table. Immutable.
 *
 * @param index its place in the order of insertion, from 0
 * @param values what its columns hold: text, a number, or nothing
 */
record OldRow(String table, int index, Map<String, @Nullable Object> values) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    /** What a column holds, as text. */
    @Nullable
    String text(String column) {
        Object value = values.get(column);
        return value == null ? null : value.toString();
    }

    /** A finite number; null if there is none. */
    @Nullable
    Double real(String column) {
        Object value = values.get(column);
        try {
            double number = switch (value) {
                case Number stored -> stored.doubleValue();
                case String text -> Double.parseDouble(text.strip());
                case null, default -> Double.NaN;
            };
            return Double.isFinite(number) ? (Double) (number == 0 ? 0.0 : number) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** A time; null if there is none. */
    @Nullable
    Instant time(String column) {
        Object value = values.get(column);
        Double number = real(column);
        try {
            return value == null
                    ? null
                    : TimeForm.UNIX_SECONDS
                            .parse(number == null ? value : (Object) number)
                            .truncatedTo(ChronoUnit.MICROS);
        } catch (InvalidException e) {
            return null;
        }
    }

    /** How a report names it: by its id, or where it has none by its place. */
    String shown(@Nullable String id) {
        return table + " "
                + (id == null || id.isBlank()
                        ? "row " + (index + 1)
                        : ID.matcher(id).matches() ? id : Bounds.shown(id));
    }
}
