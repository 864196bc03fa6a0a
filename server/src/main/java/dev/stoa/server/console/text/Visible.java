package dev.stoa.server.console.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Characters as a reader can see them. Controls, marks that turn the direction of writing, halves of characters and
 * characters that draw nothing become a box with their name, such as ⟦RLO⟧; all others stay what they are. Stateless.
 */
final class Visible {
    private static final String[] CONTROLS = {
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI", "DLE",
        "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US"
    };

    private Visible() {}

    /** The text with its boxes. Tabs and line ends stay; a line end is a line feed, with or without a return before. */
    static String text(String given) {
        StringBuilder out = new StringBuilder(given.length() + 16);
        for (int i = 0; i < given.length(); ) {
            int c = given.codePointAt(i);
            if (!returns(given, i)) {
                append(c, out);
            }
            i += Character.charCount(c);
        }
        return out.toString();
    }

    /** Whether a carriage return stands there that belongs to the line feed behind it. */
    static boolean returns(String text, int at) {
        return text.charAt(at) == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
    }

    static void append(int c, StringBuilder out) {
        String box = box(c);
        if (box == null) {
            out.appendCodePoint(c);
        } else {
            out.append(box);
        }
    }

    /** Appends the text, with its boxes, so that nothing of it is markup within an element or an attribute. */
    static void escape(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!returns(text, i)) {
                escape(c, out);
            }
            i += Character.charCount(c);
        }
    }

    static void escape(int c, StringBuilder out) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&#34;");
            case '\'' -> out.append("&#39;");
            default -> append(c, out);
        }
    }

    private static @Nullable String box(int c) {
        if ((c >= ' ' && c < 0x7F) || c == '\n' || c == '\t') {
            return null;
        }
        String name = name(c);
        if (name != null) {
            return "⟦" + name + "⟧";
        }
        return isHidden(c) ? String.format(Locale.ROOT, "⟦U+%04X⟧", c) : null;
    }

    private static @Nullable String name(int c) {
        return switch (c) {
            case 0x7F -> "DEL";
            case 0x061C -> "ALM";
            case 0x200E -> "LRM";
            case 0x200F -> "RLM";
            case 0x2028 -> "LS";
            case 0x2029 -> "PS";
            case 0x202A -> "LRE";
            case 0x202B -> "RLE";
            case 0x202C -> "PDF";
            case 0x202D -> "LRO";
            case 0x202E -> "RLO";
            case 0x2066 -> "LRI";
            case 0x2067 -> "RLI";
            case 0x2068 -> "FSI";
            case 0x2069 -> "PDI";
            default -> c < CONTROLS.length ? CONTROLS[c] : null;
        };
    }

    /** Controls without a short name, lone surrogates, noncharacters, and the tags that spell a hidden text. */
    private static boolean isHidden(int c) {
        return c < 0xA0
                || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                || (c >= 0xFDD0 && c <= 0xFDEF)
                || (c & 0xFFFE) == 0xFFFE
                || (c >= 0xE0000 && c <= 0xE007F);
    }
}
