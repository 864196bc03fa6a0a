package dev.stoa.server.console.chart;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes one drawing. Elements and attributes come from a closed set without styles, scripts and handlers; every value
 * is escaped here. Used by one thread.
 */
final class Svg {
    private static final Set<String> ELEMENTS = Set.of("a", "circle", "g", "line", "path", "rect", "text", "title");
    private static final Set<String> ATTRIBUTES = Set.of(
            "aria-hidden",
            "aria-label",
            "class",
            "cx",
            "cy",
            "d",
            "fill",
            "fill-opacity",
            "font-size",
            "height",
            "href",
            "r",
            "rx",
            "stroke",
            "stroke-dasharray",
            "stroke-opacity",
            "stroke-width",
            "text-anchor",
            "transform",
            "width",
            "x",
            "x1",
            "x2",
            "y",
            "y1",
            "y2");

    /** Wider drawings are scrolled instead of shrunk. */
    private static final double WIDE = 720;

    private final StringBuilder body = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();
    private final String kind;
    private final double width;
    private final double height;
    private final String sentence;
    private boolean linked;

    Svg(String kind, double width, double height, String sentence) {
        this.kind = kind;
        this.width = width;
        this.height = height;
        this.sentence = sentence;
    }

    /** What an empty chart draws. */
    static Content nothing() {
        return new Markup("");
    }

    /** A link, if it stays on this site. */
    static @Nullable String checkedPath(@Nullable String href) {
        if (href == null) {
            return null;
        }
        // Browsers read a backslash as a slash and drop control characters, so both could lead to another host.
        boolean path = href.startsWith("/") && !href.startsWith("//");
        for (int i = 0; path && i < href.length(); i++) {
            char c = href.charAt(i);
            path = c > ' ' && c != '\\' && c != 0x7f;
        }
        if (!path) {
            throw new IllegalArgumentException("the link '" + href
                    + "' is no path of this site; it must begin with one / and hold no space or \\");
        }
        return href;
    }

    /** An element with content, to be closed. Attributes are names and values in turn. */
    Svg open(String element, Object... attributes) {
        start(element, attributes);
        body.append('>');
        open.push(element);
        return this;
    }

    Svg close() {
        body.append("</").append(open.pop()).append('>');
        if (open.isEmpty()) {
            body.append('\n');
        }
        return this;
    }

    /** An element without content. */
    Svg add(String element, Object... attributes) {
        start(element, attributes);
        body.append("/>");
        if (open.isEmpty()) {
            body.append('\n');
        }
        return this;
    }

    /** A text; {@code anchor} is {@code start}, {@code middle} or {@code end}. */
    Svg text(double x, double y, String css, String anchor, String text) {
        open("text", "class", css, "x", x, "y", y, "text-anchor", anchor);
        body.append(escaped(text));
        return close();
    }

    /** A text whose letters each have a place of their own. */
    Svg letters(List<String> places, double y, String css, String anchor, String text) {
        open("text", "class", css, "x", String.join(" ", places), "y", y, "text-anchor", anchor);
        body.append(escaped(text));
        return close();
    }

    /** A thing with a title, and a link if it leads anywhere. The drawing writes its shapes. */
    Svg mark(String title, @Nullable String href, Runnable drawing) {
        if (href == null) {
            open("g", "class", "mark");
        } else {
            linked = true;
            open("a", "class", "mark", "href", href, "aria-label", title);
        }
        body.append("<title>").append(escaped(title)).append("</title>");
        drawing.run();
        return close();
    }

    /** A line that is no mark. */
    Svg line(String css, double x1, double y1, double x2, double y2) {
        return add("line", "class", css, "x1", x1, "y1", y1, "x2", x2, "y2", y2, "stroke", "currentColor");
    }

    /** A dashed line that is no mark. */
    Svg dashed(String css, double x1, double y1, double x2, double y2) {
        return add(
                "line",
                "class",
                css,
                "x1",
                x1,
                "y1",
                y1,
                "x2",
                x2,
                "y2",
                y2,
                "stroke",
                "currentColor",
                "stroke-dasharray",
                "4 3");
    }

    Content content() {
        // Links inside an image would be hidden from screen readers: then it is a group with the same name.
        String head = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart chart-" + kind
                + (width > WIDE ? " chart-wide" : "") + "\" viewBox=\"0 0 " + Numbers.place(width) + " "
                + Numbers.place(height) + "\" width=\"" + Numbers.place(width) + "\" height=\"" + Numbers.place(height)
                + "\" role=\"" + (linked ? "group" : "img") + "\" aria-label=\"" + escaped(sentence)
                + "\" fill=\"currentColor\" font-size=\"" + Numbers.place(Words.SIZE) + "\" direction=\"ltr\">\n";
        return new Markup(head + body + "</svg>\n");
    }

    /** A text as content or as the value of an attribute, on one line. */
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                case '\t', '\n', '\r' -> safe.append(' ');
                default -> safe.appendCodePoint(writable(point) ? point : 0xfffd);
            }
        });
        return safe.toString();
    }

    // XML has no way to write the others, not even as references.
    private static boolean writable(int point) {
        return point >= 0x20
                && !(point >= 0x7f && point <= 0x9f)
                && !(point >= 0xd800 && point <= 0xdfff)
                && (point & 0xfffe) != 0xfffe;
    }

    private void start(String element, Object... attributes) {
        if (!ELEMENTS.contains(element)) {
            throw new IllegalArgumentException("a chart has no element " + element);
        }
        body.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            String name = (String) attributes[i];
            if (!ATTRIBUTES.contains(name)) {
                throw new IllegalArgumentException("an element of a chart has no attribute " + name);
            }
            Object value = attributes[i + 1];
            String text = value instanceof Number number ? Numbers.place(number.doubleValue()) : value.toString();
            if (!text.isEmpty()) {
                body.append(' ')
                        .append(name)
                        .append("=\"")
                        .append(escaped(text))
                        .append('"');
            }
        }
    }

    private record Markup(String text) implements Content {
        @Override
        public void writeTo(TemplateOutput output) {
            output.writeContent(text);
        }

        @Override
        public boolean isEmptyContent() {
            return text.isEmpty();
        }
    }
}
