package dev.stoa.server.console.text;

import gg.jte.Content;
import java.util.BitSet;
import java.util.List;

/** Foreign text with parts of it marked, as a search reports them. Stateless. */
public final class Marked {
    private Marked() {}

    /**
     * The text as text, and its parts in {@code mark}.
     *
     * @param parts pairs of start and end (exclusive) in characters (code points), in any order, as in the field
     *     {@code matches} of a hit. Parts may overlap; what lies outside the text, or is no such pair, marks nothing.
     */
    public static Content of(String text, List<?> parts) {
        BitSet marked = marked(parts, text.codePointCount(0, text.length()));
        StringBuilder out = new StringBuilder(text.length() + 16 * parts.size());
        boolean inside = false;
        int at = 0;
        for (int i = 0; i < text.length(); at++) {
            int c = text.codePointAt(i);
            if (marked.get(at) != inside) {
                inside = !inside;
                out.append(inside ? "<mark>" : "</mark>");
            }
            if (!Visible.returns(text, i)) {
                Visible.escape(c, out);
            }
            i += Character.charCount(c);
        }
        return new Markup(out.append(inside ? "</mark>" : "").toString());
    }

    private static BitSet marked(List<?> parts, int length) {
        BitSet marked = new BitSet(length);
        for (Object part : parts) {
            if (part instanceof List<?> pair
                    && pair.size() == 2
                    && pair.get(0) instanceof Number start
                    && pair.get(1) instanceof Number end) {
                int from = Math.clamp(start.longValue(), 0, length);
                int to = Math.clamp(end.longValue(), 0, length);
                if (from < to) {
                    marked.set(from, to);
                }
            }
        }
        return marked;
    }
}
