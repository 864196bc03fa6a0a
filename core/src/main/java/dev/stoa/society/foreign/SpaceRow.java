package dev.stoa.society.foreign;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A row of another program's table, every value as text. Immutable.
 *
 * @param index its place in the order of insertion, from 0
 * @param columns where the value of a column stands
 */
record SpaceRow(String table, int index, Map<String, Integer> columns, List<@Nullable String> values) {
    /** The first of these columns that has a value; a layout calls the same thing by one of several names. */
    @Nullable
    String text(String... names) {
        for (String name : names) {
            Integer at = columns.get(name);
            String value = at == null ? null : values.get(at);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** The same, with nothing but blanks counting as nothing: for ids and names. */
    @Nullable
    String word(String... names) {
        String text = text(names);
        return text == null || text.isBlank() ? null : text;
    }

    /** A whole number, or null where there is none. */
    @Nullable
    Long number(String... names) {
        String text = text(names);
        try {
            return text == null ? null : (Long) Math.round(Double.parseDouble(text.strip()));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Whether a flag is set, be it a number or a word. */
    boolean flag(String... names) {
        String text = text(names);
        return text != null
                && switch (text.strip().toLowerCase(Locale.ROOT)) {
                    case "", "0", "0.0", "false", "no", "f", "n" -> false;
                    default -> true;
                };
    }

    /** Its values by column, as a file of rows that were set aside has them. */
    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new TreeMap<>();
        columns.forEach((column, at) -> document.put(column, values.get(at)));
        return document;
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    /** How a report names it: by its id, or where it has none by its place. */
    String shown(@Nullable String id) {
        return table + " " + (id == null ? "row " + (index + 1) : id);
    }
}
