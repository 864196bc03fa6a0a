package dev.stoa.debate.rules.teaching;

import dev.stoa.base.Excerpt;

/** Cuts texts to what an archive takes. Stateless. */
public final class TextCut {
    private TextCut() {}

    /** The text, or its first so many characters (code points) after leading white space; equal texts stay equal. */
    public static String to(String text, int most) {
        return text.codePointCount(0, text.length()) <= most ? text : Excerpt.of(text.stripLeading(), most);
    }
}
