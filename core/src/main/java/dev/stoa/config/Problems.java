package dev.stoa.config;

import dev.stoa.base.Credentials;
import dev.stoa.base.InvalidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is wrong with a configuration, so that a user can mend all of it in one go. For one thread and one loading.
 * Beyond twenty it only counts.
 */
final class Problems {
    private static final int MOST = 20;
    private static final int LONGEST_VALUE = 60;

    private final List<String> lines = new ArrayList<>();
    private int more;

    /** One problem at a place, {@code FILE:LINE:COLUMN} or the name of a variable or flag. */
    void add(String place, String message) {
        if (lines.size() < MOST) {
            lines.add(place + ": " + message);
        } else {
            more++;
        }
    }

    void throwIfAny() {
        if (!lines.isEmpty()) {
            throw new InvalidException(
                    ConfigLoader.INVALID,
                    String.join("\n", lines),
                    more == 0
                            ? "correct the configuration"
                            : "correct the configuration; " + more + " more were found");
        }
    }

    /** A plain value for a message: one line, not long. */
    static String shown(Object value) {
        return switch (value) {
            case String text -> "\"" + oneLine(text) + "\"";
            case List<?> list -> "a list of " + list.size();
            case Map<?, ?> map -> "a table of " + map.size();
            default -> oneLine(value.toString());
        };
    }

    private static String oneLine(String text) {
        String line = Credentials.hidden(text).replaceAll("\\p{Cntrl}", " ");
        return line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE) + "…";
    }
}
