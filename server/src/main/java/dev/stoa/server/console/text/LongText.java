package dev.stoa.server.console.text;

import java.nio.charset.StandardCharsets;

/**
 * A text of others, of which a page shows the beginning first: all of it when that is asked for, or a link where it would
 * be too much for a page. Immutable.
 *
 * @param all the text as it is
 * @param href where it is given as plain text; empty for nowhere
 */
public record LongText(String all, String href) {
    /** How many characters are shown first. */
    public static final int FIRST = 2_000;

    /** How far before that a line or a word may end. */
    private static final int BACK = 200;

    /** Whether only its beginning is shown first. */
    public boolean isLong() {
        return all.codePointCount(0, all.length()) > FIRST;
    }

    /** Whether it is too long for a page, and can be had elsewhere. */
    public boolean isHuge() {
        return !href.isEmpty()
                && (all.length() > AgentText.MOST_BYTES
                        || all.getBytes(StandardCharsets.UTF_8).length > AgentText.MOST_BYTES);
    }

    /** What is shown first: all of a text that is not long, else its beginning up to the end of a line or a word. */
    public String first() {
        if (!isLong()) {
            return all;
        }
        int end = all.offsetByCodePoints(0, FIRST);
        for (char stop : new char[] {'\n', ' '}) {
            int found = all.lastIndexOf(stop, end);
            if (found > end - BACK) {
                return all.substring(0, found) + " …";
            }
        }
        return all.substring(0, end) + "…";
    }

    /** How many characters it has. */
    public int length() {
        return all.codePointCount(0, all.length());
    }
}
