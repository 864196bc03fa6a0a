package dev.stoa.base;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list, and where the next begins. Immutable.
 *
 * @param next the cursor of the next page, null if this is the last
 */
public record Page<T>(List<T> items, @Nullable String next) {
    public Page {
        items = List.copyOf(items);
    }

    /**
     * Which part of a list to return.
     *
     * @param limit most items, 1 to 500
     * @param cursor the {@code next} of the page before, null for the first
     */
    public record Request(int limit, @Nullable String cursor) {
        public static final int DEFAULT_LIMIT = 50;
        private static final int MOST = 500;
        private static final String MARK = "s:";

        public Request {
            if (limit < 1 || limit > MOST) {
                throw new InvalidException(
                        "invalid",
                        limit < 1 ? "limit " + limit + " is below 1" : "limit " + limit + " is above " + MOST,
                        limit < 1 ? "ask for at least one" : "ask for less, or page with cursor");
            }
        }

        public static Request first() {
            return new Request(DEFAULT_LIMIT, null);
        }

        public static Request first(int limit) {
            return new Request(limit, null);
        }

        /** The sequence number the page starts after, or the given one for the first page. */
        public long after(long start) {
            if (cursor == null) {
                return start;
            }
            try {
                String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
                if (text.startsWith(MARK)) {
                    return Long.parseLong(text.substring(MARK.length()));
                }
            } catch (IllegalArgumentException e) {
                // Not a cursor of this program; refused below.
            }
            throw new InvalidException(
                    "invalid", "cursor \"" + cursor + "\" is not from a page before", "use its next, or none");
        }

        /**
         * The page of rows that were read with one more than the limit, so that it is known whether there is another.
         *
         * @param number the sequence number of a row, by which the list is ordered
         */
        public <T> Page<T> of(List<T> rowsAndOneMore, ToLongFunction<? super T> number) {
            if (rowsAndOneMore.size() <= limit) {
                return new Page<>(rowsAndOneMore, null);
            }
            List<T> items = rowsAndOneMore.subList(0, limit);
            String mark = MARK + number.applyAsLong(items.getLast());
            return new Page<>(
                    items,
                    Base64.getUrlEncoder().withoutPadding().encodeToString(mark.getBytes(StandardCharsets.UTF_8)));
        }
    }

    public <R> Page<R> map(Function<? super T, ? extends R> mapper) {
        return new Page<>(items.stream().<R>map(mapper).toList(), next);
    }
}
