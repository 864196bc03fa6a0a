package dev.stoa.debate.rules.teaching;

/** Cuts texts to what an archive takes. Stateless. */
public final class TextCut {
    private TextCut() {}

    /** The text, or its first so many characters (code points) after leading white space; equal texts stay equal. */
    public static String to(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        String bare = text.stripLeading();
        return bare.codePointCount(0, bare.length()) <= most
                ? bare
                : bare.substring(0, bare.offsetByCodePoints(0, most));
    }
}
