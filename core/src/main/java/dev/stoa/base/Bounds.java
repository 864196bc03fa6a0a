package dev.stoa.base;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The checks that values from outside pass before anything is written. Stateless, safe from any thread. Each names the
 * field, the value and the bound, and returns the value in the form in which it is stored.
 */
public final class Bounds {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:-]*");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9._:-]*");
    private static final int ID_LENGTH = 128;
    private static final int NAME_LENGTH = 64;
    private static final int SHOWN = 60;

    private Bounds() {}

    /** A value that must not be null. Callers without a null checker learn by this which parameter was null. */
    public static <T> T given(String parameter, @Nullable T value) {
        if (value == null) {
            throw invalid(parameter + " is null", "give a value");
        }
        return value;
    }

    /** An id: 1 to 128 of {@code A-Z a-z 0-9 . _ : -}. */
    public static String id(String field, String value) {
        return id(field, value, ID_LENGTH);
    }

    /** An id of 1 to {@code most} characters. */
    public static String id(String field, String value, int most) {
        given(field, value);
        if (value.isEmpty() || value.length() > most || !ID.matcher(value).matches()) {
            throw invalid(
                    field + " " + shown(value) + " is not 1 to " + most + " of A-Z a-z 0-9 . _ : -", "choose another");
        }
        return value;
    }

    /** The name of an agent or a judge: 1 to 64 characters after trimming, without controls. */
    public static String name(String field, String value) {
        String trimmed = text(field, value, 1, Integer.MAX_VALUE).strip();
        int length = length(trimmed);
        if (length > NAME_LENGTH) {
            throw invalid(field + " has " + length + " characters; at most " + NAME_LENGTH, "shorten it");
        }
        if (trimmed.codePoints().anyMatch(Character::isISOControl)) {
            throw invalid(field + " " + shown(value) + " has a control character", "leave it out");
        }
        return trimmed;
    }

    /** A domain, tag or source label: lower-cased, then 1 to 64 of {@code a-z 0-9 . _ : -}. */
    public static String label(String field, String value) {
        String lower = given(field, value).strip().toLowerCase(Locale.ROOT);
        if (lower.isEmpty()
                || lower.length() > NAME_LENGTH
                || !LABEL.matcher(lower).matches()) {
            throw invalid(
                    field + " " + shown(value) + " is not 1 to " + NAME_LENGTH + " of a-z 0-9 . _ : -",
                    "choose another");
        }
        return lower;
    }

    /**
     * Text of {@code least} to {@code most} code points; not blank if {@code least} is at least 1. NUL and half
     * surrogates are refused.
     */
    public static String text(String field, String value, int least, int most) {
        int length = length(given(field, value));
        if (length > most) {
            throw invalid(
                    String.format(Locale.ROOT, "%s has %,d characters; at most %,d", field, length, most),
                    "shorten it, or split it");
        }
        if (least > 0 && value.isBlank()) {
            throw invalid(
                    field + " is blank", "give it at least " + least + (least == 1 ? " character" : " characters"));
        }
        if (length < least) {
            throw invalid(field + " has " + length + " characters; at least " + least, "lengthen it");
        }
        int at = firstBroken(value);
        if (at >= 0) {
            throw invalid(
                    field + " has " + (value.charAt(at) == 0 ? "a NUL" : "half a surrogate pair") + " at character "
                            + value.codePointCount(0, at),
                    "remove it");
        }
        return value;
    }

    /** Text that may be absent. */
    public static @Nullable String textOrNull(String field, @Nullable String value, int least, int most) {
        return value == null ? null : text(field, value, least, most);
    }

    /** A finite value from 0 to 1. */
    public static double unit(String field, double value) {
        return real(field, value, 0, 1);
    }

    /** A finite value within both bounds. */
    public static double real(String field, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw invalid(
                    field + " " + number(value) + " is not within " + number(least) + " to " + number(most),
                    "choose one that is");
        }
        return value == 0 ? 0 : value;
    }

    /** A whole number within both bounds. */
    public static long whole(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw invalid(
                    String.format(Locale.ROOT, "%s %d is not within %,d to %,d", field, value, least, most),
                    "choose one that is");
        }
        return value;
    }

    /** A number of things within both bounds. */
    public static <C extends Collection<?>> C size(String field, C values, int least, int most) {
        given(field, values);
        if (values.size() < least || values.size() > most) {
            throw invalid(
                    String.format(Locale.ROOT, "%s has %,d entries; %,d to %,d", field, values.size(), least, most),
                    values.size() < least ? "give more" : "give fewer");
        }
        return values;
    }

    /** One of the words of a closed list. */
    public static String word(String field, String value, List<String> known) {
        if (!known.contains(given(field, value))) {
            throw invalid(
                    field + " " + shown(value) + " is none of " + String.join(", ", known),
                    Nearest.of(value, known)
                            .map(near -> "did you mean " + near + "?")
                            .orElse("choose one of them"));
        }
        return value;
    }

    /** The refusal of a value. */
    public static InvalidException invalid(String message, String hint) {
        return new InvalidException("invalid", message, hint);
    }

    /** A value in quotes, shortened for a message. */
    public static String shown(String value) {
        String line = value.replaceAll("\\p{Cntrl}", "\uFFFD");
        return "\"" + Excerpt.marked(line, SHOWN) + "\"";
    }

    private static int length(String value) {
        return value.codePointCount(0, value.length());
    }

    private static int firstBroken(String value) {
        for (int i = 0; i < value.length(); ) {
            int c = value.codePointAt(i);
            if (c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
                return i;
            }
            i += Character.charCount(c);
        }
        return -1;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
