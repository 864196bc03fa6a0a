package dev.stoa.debate.proof;

import dev.stoa.base.InvalidException;
import dev.stoa.storage.Row;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes what is not as it should be, with the event at which it shows. */
@FunctionalInterface
public interface Finding {
    /** Takes a difference; the field names the column and its row, as {@code weight of ballot …} does. */
    void found(String check, long seq, @Nullable String field, @Nullable String expected, @Nullable String found);

    /** The same of something that has no name of its own. */
    default void found(String check, long seq, @Nullable String expected, @Nullable String found) {
        found(check, seq, null, expected, found);
    }

    /** Takes what is not the same; a column gives a long where a rule counts in ints. */
    default void unlessSame(
            String check, long seq, @Nullable String field, @Nullable Object expected, @Nullable Object found) {
        String should = expected == null ? null : expected.toString();
        String is = found == null ? null : found.toString();
        if (!Objects.equals(should, is)) {
            found(check, seq, field, should, is);
        }
    }

    /** The time in a column, or why what is there is none. */
    static Object time(Row row, int column) {
        try {
            return row.instant(column);
        } catch (InvalidException e) {
            return e.getMessage();
        }
    }

    /** One row that is looked at, column by column; what is wrong with it shows at one event. */
    default OfRow of(String row, String check, long seq) {
        return new OfRow(this, row, check, seq);
    }

    /** The differences of one row. */
    record OfRow(Finding finding, String row, String check, long seq) {
        void found(String column, @Nullable String expected, @Nullable String found) {
            finding.found(check, seq, column + " of " + row, expected, found);
        }

        void unlessSame(String column, @Nullable Object expected, @Nullable Object found) {
            if (!Objects.equals(expected, found)) {
                finding.unlessSame(check, seq, column + " of " + row, expected, found);
            }
        }
    }
}
