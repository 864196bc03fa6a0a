package dev.stoa.base;

/**
 * The beginnings of texts, counted in code points, so that no character is cut in two. Stateless, safe from any thread.
 */
public final class Excerpt {
    private Excerpt() {}

    /** The text, or as many of its first characters as the limit allows. */
    public static String of(String text, int most) {
        return fits(text, most) ? text : text.substring(0, text.offsetByCodePoints(0, most));
    }

    /** The text, or as many of its first characters as the limit allows and an ellipsis behind them. */
    public static String marked(String text, int most) {
        return fits(text, most) ? text : of(text, most) + "…";
    }

    /** The text, or its beginning with an ellipsis, which together are as long as the limit. */
    public static String within(String text, int most) {
        return fits(text, most) ? text : marked(text, most - 1);
    }

    private static boolean fits(String text, int most) {
        return text.codePointCount(0, text.length()) <= most;
    }
}
