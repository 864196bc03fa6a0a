package dev.stoa.storage;

import dev.stoa.base.StoaException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Many items written in one transaction, each of which may be refused by itself. Stateless, safe from any thread.
 * Hazard: one call is one transaction; split more than a few thousand items over several calls.
 */
public final class Bulk {
    private Bulk() {}

    /** What became of one item. */
    public sealed interface Result<T> {
        /** It is written. */
        record Done<T>(T value) implements Result<T> {}

        /** It is not, and nothing of it. */
        record Refused<T>(StoaException error) implements Result<T> {}
    }

    /**
     * Writes the items in order. One that throws is undone alone and the rest goes on; if {@code allOrNone}, all are
     * still tried, so that every bad one is known, and if there is one, nothing is written.
     */
    public static <I, T> List<Result<T>> write(
            Archive archive, List<I> items, boolean allOrNone, BiFunction<Tx, ? super I, T> work) {
        try {
            return archive.write(tx -> {
                List<Result<T>> results = new ArrayList<>();
                boolean refused = false;
                for (I item : items) {
                    try {
                        results.add(new Result.Done<>(tx.attempt(part -> work.apply(part, item))));
                    } catch (StoaException e) {
                        results.add(new Result.Refused<>(e));
                        refused = true;
                    }
                }
                if (refused && allOrNone) {
                    throw new Undone(results);
                }
                return results;
            });
        } catch (Undone undone) {
            return undone.results();
        }
    }

    /** Carries the results out of a transaction that is to be undone. */
    private static final class Undone extends RuntimeException {
        private final transient List<?> results;

        Undone(List<?> results) {
            super("undone", null, false, false);
            this.results = results;
        }

        // It is caught by the call that threw it.
        @SuppressWarnings("unchecked")
        <T> List<Result<T>> results() {
            return (List<Result<T>>) results;
        }
    }
}
