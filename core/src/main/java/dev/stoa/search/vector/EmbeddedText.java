package dev.stoa.search.vector;

import dev.stoa.search.text.Tokenizer;

/** The form in which text is given to a model. Stateless, safe from any thread. */
final class EmbeddedText {
    private EmbeddedText() {}

    /** At most this many characters, without half a surrogate pair at the end. */
    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }

    /**
     * The beginning of the plain text, with a space for every NUL and unpaired surrogate: native tokenisers take their
     * text as UTF-8, which has no place for them.
     */
    static String clean(String text, int most) {
        StringBuilder out = new StringBuilder();
        // Twice the length is enough to fill it after white space is collapsed, and bounds the work on long text.
        cut(text, 2 * most).codePoints().forEach(c -> {
            boolean broken = c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
            out.appendCodePoint(broken ? ' ' : c);
        });
        return cut(Tokenizer.plain(out.toString()), most).strip();
    }
}
