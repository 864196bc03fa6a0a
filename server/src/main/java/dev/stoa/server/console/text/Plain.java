package dev.stoa.server.console.text;

/**
 * Foreign text as text alone: for lists, titles, lanes and logs. A template escapes it as any other string. Stateless.
 */
public final class Plain {
    private Plain() {}

    /** The text in one line: tabs and line ends are blanks, what cannot be seen is a box. */
    public static String of(String text) {
        return Visible.text(text).replace('\n', ' ').replace('\t', ' ');
    }

    /** The same in at most so many characters (code points), the last of them an ellipsis if something is left out. */
    public static String of(String text, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("most " + most + " is below 1; ask for at least one character");
        }
        StringBuilder out = new StringBuilder();
        int length = 0;
        int cut = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!Visible.returns(text, i)) {
                int before = out.length();
                Visible.append(c == '\n' || c == '\t' ? ' ' : c, out);
                length += out.codePointCount(before, out.length());
                // A box is shown whole or not at all.
                cut = length < most ? out.length() : cut;
            }
            if (length > most) {
                out.setLength(cut);
                return out.append('…').toString();
            }
            i += Character.charCount(c);
        }
        return out.toString();
    }

    /** The text with its lines and tabs: for what stands in a {@code pre}, such as a log. */
    public static String lines(String text) {
        return Visible.text(text);
    }
}
