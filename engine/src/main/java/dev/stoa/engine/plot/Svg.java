package dev.stoa.engine.plot;

import java.util.Locale;
import java.util.regex.Pattern;

/** Parts of a drawing in SVG. Stateless. */
public final class Svg {
    // XML has no way to write them, not even as references.
    private static final Pattern FORBIDDEN =
            Pattern.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]|\\p{Cs}");

    private Svg() {}

    /**
     * A text at a place.
     *
     * @param style the class of its style; empty for none
     * @param anchor which part of it is at the place: {@code start}, {@code middle} or {@code end}
     */
    public static String text(double x, double y, String style, String anchor, String text) {
        return "  <text%s x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>"
                .formatted(
                        style.isEmpty() ? "" : " class=\"" + style + "\"", number(x), number(y), anchor, escaped(text));
    }

    /** A number with one decimal, alike in every locale. */
    public static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** A text as content or as the value of an attribute. */
    public static String escaped(String text) {
        return FORBIDDEN
                .matcher(text)
                .replaceAll("\ufffd")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
