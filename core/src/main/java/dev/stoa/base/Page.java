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
        private static final String KEY = "k:";

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
                return Long.parseLong(decoded(cursor, MARK));
            } catch (NumberFormatException e) {
                throw foreign();
            }
        }

        /** The key of the item that the page starts after; null for the first page. */
        public @Nullable String afterKey() {
            return cursor == null ? null : decoded(cursor, KEY);
        }

        private String decoded(String given, String mark) {
            try {
                String text = new String(Base64.getUrlDecoder().decode(given), StandardCharsets.UTF_8);
                if (text.startsWith(mark) && text.indexOf('\0') < 0) {
                    return text.substring(mark.length());
                }
            } catch (IllegalArgumentException e) {
                // Not a cursor of this program; refused below.
            }
            throw foreign();
        }

        /** The refusal of a cursor that no page of this list ended with. */
        public InvalidException foreign() {
            return new InvalidException(
                    "invalid", "cursor \"" + cursor + "\" is not from a page before", "use its next, or none");
        }

        /**
         * The page of rows that were read with one more than the limit, so that it is known whether there is another.
         *
         * @param number the sequence number of a row, by which the list is ordered
         */
        public <T> Page<T> of(List<T> rowsAndOneMore, ToLongFunction<? super T> number) {
            return page(rowsAndOneMore, row -> MARK + number.applyAsLong(row));
        }

        /**
         * The same of rows that were looked for in a part of the list, so that there may be fewer than the limit, or none,
         * and yet another page.
         *
         * @param end the sequence number that this part ended with; null if it is the last
         */
        public <T> Page<T> of(List<T> rowsAndOneMore, ToLongFunction<? super T> number, @Nullable Long end) {
            Page<T> page = of(rowsAndOneMore, number);
            return page.next() != null || end == null ? page : new Page<>(page.items(), encoded(MARK + end));
        }

        /**
         * The same of rows that have no sequence number.
         *
         * @param key what tells the place of a row in the order of the list
         */
        public <T> Page<T> ofKeys(List<T> rowsAndOneMore, Function<? super T, String> key) {
            return page(rowsAndOneMore, row -> KEY + key.apply(row));
        }

        /**
         * The page of a list that is short enough to be read as a whole, and from which nothing is removed.
         *
         * @param key what an item of the list has alone
         */
        public <T> Page<T> within(List<T> all, Function<? super T, String> key) {
            String after = afterKey();
            int from = 0;
            if (after != null) {
                while (from < all.size() && !key.apply(all.get(from)).equals(after)) {
                    from++;
                }
                if (from == all.size()) {
                    throw foreign();
                }
                from++;
            }
            return ofKeys(all.subList(from, Math.min(all.size(), from + limit + 1)), key);
        }

        private <T> Page<T> page(List<T> rowsAndOneMore, Function<? super T, String> mark) {
            if (rowsAndOneMore.size() <= limit) {
                return new Page<>(rowsAndOneMore, null);
            }
            List<T> items = rowsAndOneMore.subList(0, limit);
            return new Page<>(items, encoded(mark.apply(items.getLast())));
        }

        private static String encoded(String mark) {
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mark.getBytes(StandardCharsets.UTF_8));
        }
    }

    public <R> Page<R> map(Function<? super T, ? extends R> mapper) {
        return new Page<>(items.stream().<R>map(mapper).toList(), next);
    }
}
