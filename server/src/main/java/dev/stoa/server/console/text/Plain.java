package dev.stoa.server.console.text;

/**
 * Foreign text as text alone: for lists, titles, lanes and logs. A template escapes it as any other string. Stateless.
 */
public final class Plain {
    /** Before it there are alphabets alone. */
    private static final int FIRST_SYLLABLE = 0x1100;

    private Plain() {}

    /** The text in one line: tabs and line ends are blanks, what cannot be seen is a box. */
    public static String of(String text) {
        return Visible.text(text).replace('\n', ' ').replace('\t', ' ');
    }

    /** The same in at most this number of characters (code points), the last of them an ellipsis if something is left out. */
    public static String of(String text, int most) {
        return begun(text, most, false);
    }

    /**
     * The beginning of a text for a list, in at most this number of letters: a character that stands for a word or a syllable
     * counts as the letters that would write it. So a line says about as much, and weighs about as much, in any script.
     */
    public static String glimpse(String text, int most) {
        return begun(text, most, true);
    }

    private static String begun(String text, int most, boolean byLetters) {
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
                length += byLetters ? letters(c) : 0;
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

    /** How many letters a character counts as, beyond the one that any of them is. */
    private static int letters(int c) {
        if (c < FIRST_SYLLABLE) {
            return 0;
        }
        return switch (Character.UnicodeScript.of(c)) {
            case HAN -> 3;
            case HANGUL, HIRAGANA, KATAKANA, BOPOMOFO, YI -> 1;
            default -> Character.isSupplementaryCodePoint(c) ? 1 : 0;
        };
    }

    /** The text with its lines and tabs: for what stands in a {@code pre}, such as a log. */
    public static String lines(String text) {
        return Visible.text(text);
    }
}
