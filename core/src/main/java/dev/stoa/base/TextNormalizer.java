package dev.stoa.base;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The form in which two answers are compared: NFKC, lower case, {@code 1,000.00} as {@code 1000}, no punctuation
 * around it, single spaces. Stateless, safe from any thread.
 *
 * <p>Only what cannot change the meaning is dropped: the sign of {@code -5}, the point of {@code .5} and the last
 * character of {@code C#} and {@code 5%} stay, and text that is nothing but punctuation stays whole.
 */
public final class TextNormalizer {
    private static final Pattern WHITE_SPACE = Pattern.compile("\\p{IsWhite_Space}+");
    private static final String NOT_INSIDE = "(?<![\\p{L}\\p{N}.,])";
    private static final String NOT_FURTHER = "(?![0-9]|[.,][0-9])";
    private static final Pattern GROUPED =
            Pattern.compile(NOT_INSIDE + "[0-9]{1,3}+(?:,[0-9]{3})++(?![0-9]|,[0-9]|\\.[0-9]+[.,][0-9])");
    private static final Pattern WHOLE_REAL = Pattern.compile(NOT_INSIDE + "([0-9]++)\\.0++" + NOT_FURTHER);

    private TextNormalizer() {}

    /** The text in that form; {@code of(of(text))} equals {@code of(text)}. */
    public static String of(String text) {
        String before = text;
        String after = step(before);
        // Dropping one thing may bare another, as the quotes around "(x)." do.
        while (!after.equals(before)) {
            before = after;
            after = step(before);
        }
        return after;
    }

    private static String step(String text) {
        String lower = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        String ungrouped =
                GROUPED.matcher(lower).replaceAll(match -> match.group().replace(",", ""));
        String numbers = WHOLE_REAL.matcher(ungrouped).replaceAll("$1");
        String bare = withoutOuterPunctuation(numbers);
        return WHITE_SPACE.matcher(bare).replaceAll(" ");
    }

    private static String withoutOuterPunctuation(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isDropped(text.codePointAt(from)) && !startsNumber(text, from)) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (to > from && isDropped(text.codePointBefore(to)) && !endsName(text, to)) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return from < to ? text.substring(from, to) : withoutOuterSpace(text);
    }

    private static String withoutOuterSpace(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        while (to > from && isSpace(text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(from, to);
    }

    private static boolean startsNumber(String text, int at) {
        char sign = text.charAt(at);
        int next = at + 1;
        if (sign == '-' && next < text.length() && text.charAt(next) == '.') {
            next++;
        }
        return (sign == '-' || sign == '.') && next < text.length() && Character.isDigit(text.charAt(next));
    }

    private static boolean endsName(String text, int end) {
        char last = text.charAt(end - 1);
        return (last == '#' || last == '%' || last == '\u2030')
                && end > 1
                && Character.isLetterOrDigit(text.codePointBefore(end - 1));
    }

    private static boolean isDropped(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> codePoint == '`' || isSpace(codePoint);
        };
    }

    private static boolean isSpace(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint) || codePoint == '\u0085';
    }
}
