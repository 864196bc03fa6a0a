package dev.stoa.storage;

import dev.stoa.base.ConflictException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Units that name their scope and take numbers before they begin, where {@link Archive#isConcurrent}. Stateless. The
 * numbers are new and ascend; units that take them at the same time may commit in another order, and those of a unit
 * that fails are not used. So they are not for what is followed.
 *
 * <p>A server that crashes may forget that it gave numbers, because giving them does not wait for its disk. A unit that
 * still holds such numbers is undone and run again with others: it finds out from the counter that they are forgotten,
 * or from a row of another that they were given again.
 */
public final class Numbered {
    private static final int ATTEMPTS = 4;

    /** How many numbers are left out for those who hold forgotten ones: more than units can be under way. */
    private static final int SKIPPED = 1_000;

    private static final String DUPLICATE = "23505";

    private static final String COUNTED = "(SELECT count(*) FROM archive_sequence WHERE name = ? AND value >= ?)";

    private Numbered() {}

    /** Numbers of a sequence, at least one. */
    public record Wanted(String sequence, int count) {}

    /** A unit of work that is given the first of each kind of its numbers; it may be run again with others. */
    @FunctionalInterface
    public interface Unit<T extends @Nullable Object> {
        T run(Tx tx, List<Long> first);
    }

    /** Takes numbers and runs a unit with them, at the same time as units of other scopes. */
    public static <T extends @Nullable Object> T write(
            Archive archive, Scope scope, List<Wanted> wanted, Unit<T> unit) {
        int skipped = 0;
        for (int attempt = 1; ; attempt++) {
            List<Long> first = take(archive, wanted, skipped);
            try {
                return archive.write(scope, tx -> {
                    // It goes with the unit's own first question.
                    Supplier<List<Long>> known = known(tx, wanted, first);
                    T result = unit.run(tx, first);
                    if (known.get().getFirst() < wanted.size()) {
                        throw new ForgottenException();
                    }
                    return result;
                });
            } catch (ForgottenException e) {
                if (attempt == ATTEMPTS) {
                    throw Fault.busy(archive.schema().name(), "its server forgets the numbers that it gives", e);
                }
            } catch (ConflictException e) {
                // Another constraint than that of the numbers is broken again by the next attempt.
                if (attempt == ATTEMPTS || !isDuplicate(e)) {
                    throw e;
                }
                skipped = SKIPPED;
            }
        }
    }

    private static List<Long> take(Archive archive, List<Wanted> wanted, int skipped) {
        List<Long> first = new ArrayList<>();
        for (Wanted each : wanted) {
            first.add(archive.reserve(each.sequence(), each.count() + skipped) + skipped);
        }
        return first;
    }

    /** How many of the counters have not forgotten what they gave. */
    private static Supplier<List<Long>> known(Tx tx, List<Wanted> wanted, List<Long> first) {
        List<Object> params = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            params.add(wanted.get(i).sequence());
            params.add(first.get(i) + wanted.get(i).count() - 1);
        }
        return tx.ask(
                "SELECT " + String.join(" + ", Collections.nCopies(wanted.size(), COUNTED)),
                row -> row.number(1),
                params.toArray());
    }

    private static boolean isDuplicate(ConflictException e) {
        return e.getCause() instanceof SQLException cause && DUPLICATE.equals(cause.getSQLState());
    }

    /** Undoes a unit whose numbers the server has forgotten. */
    private static final class ForgottenException extends RuntimeException {
        ForgottenException() {
            super("forgotten", null, false, false);
        }
    }
}
