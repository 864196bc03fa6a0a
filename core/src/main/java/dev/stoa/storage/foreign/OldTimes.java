package dev.stoa.storage.foreign;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The times that other programs left in a SQLite archive, rewritten in the form of ours, so that their text sorts. For
 * use inside a migration. Stateless. A time that cannot be read becomes the time of the call, because its row must stay
 * and must not seem older than it can be.
 */
public final class OldTimes {
    private static final String FORM =
            "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z";

    // A number of seconds since 1970 becomes text in a column of text.
    private static final Pattern SECONDS = Pattern.compile("[0-9]{9,11}(\\.[0-9]+)?");

    private OldTimes() {}

    /**
     * How many times were changed.
     *
     * @param read those that had an older form
     * @param unreadable those that were no times, and became the present
     */
    public record Rewritten(long read, long unreadable) {
        public Rewritten plus(Rewritten other) {
            return new Rewritten(read + other.read, unreadable + other.unreadable);
        }
    }

    private record Old(long rowid, @Nullable Object stored) {}

    /** Rewrites the columns of these tables that hold times by their name: those in {@code _at}, and timestamp. */
    public static Rewritten rewrite(Tx tx, List<String> tables) {
        Rewritten all = new Rewritten(0, 0);
        if (tx.dialect() == Dialect.SQLITE) {
            String now = now(tx);
            for (String table : tables) {
                for (String column : tx.list("""
                        SELECT name FROM pragma_table_info(?)
                        WHERE lower(name) LIKE '%\\_at' ESCAPE '\\' OR lower(name) = 'timestamp'""", row -> row.text(1), table)) {
                    all = all.plus(rewrite(tx, table, column, now));
                }
            }
        }
        return all;
    }

    private static Rewritten rewrite(Tx tx, String table, String column, String now) {
        List<Old> old = tx.list(
                "SELECT rowid, typeof(\"" + column + "\"), \"" + column + "\" FROM \"" + table + "\" WHERE \"" + column
                        + "\" IS NOT NULL AND \"" + column + "\" NOT GLOB ?",
                row -> new Old(row.number(1), row.text(2).equals("text") ? row.textOrNull(3) : row.realOrNull(3)),
                FORM);
        List<Object[]> changes = new ArrayList<>();
        long unreadable = 0;
        for (Old value : old) {
            Instant time = time(value.stored());
            unreadable += time == null ? 1 : 0;
            changes.add(new Object[] {time == null ? now : Times.show(time), value.rowid()});
        }
        tx.batch("UPDATE \"" + table + "\" SET \"" + column + "\" = ? WHERE rowid = ?", changes, change -> change);
        return new Rewritten(old.size() - unreadable, unreadable);
    }

    /** The time that a stored value is; null if it is none. */
    static @Nullable Instant time(@Nullable Object stored) {
        try {
            if (stored instanceof String text && SECONDS.matcher(text).matches()) {
                return TimeForm.UNIX_SECONDS.parse(Double.valueOf(text));
            }
            return stored == null ? null : TimeForm.UNIX_SECONDS.parse(stored);
        } catch (InvalidException e) {
            return null;
        }
    }

    /** The present as the database sees it, since a migration has no clock. */
    private static String now(Tx tx) {
        return tx.one("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')", row -> row.text(1))
                .orElseThrow();
    }
}
