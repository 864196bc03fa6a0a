package dev.stoa.society.channel;

import dev.stoa.society.index.CodeText;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the names that a text mentions: an at sign and an identity in any case, outside code. Stateless. Mail
 * addresses, package names and paths mention nobody.
 */
final class MentionText {
    private static final int LONGEST = 64;
    private static final String NOT_BEFORE = "_@./-";

    private MentionText() {}

    /** The different names, as they are written, in the order of their first occurrence. */
    static List<String> names(String text) {
        if (text.indexOf('@') < 0) {
            return List.of();
        }
        BitSet code = CodeText.of(text);
        Set<String> names = new LinkedHashSet<>();
        for (int at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
            if (!code.get(at) && mayBegin(text, at)) {
                int end = end(text, at + 1);
                if (end > at + 1 && end - at - 1 <= LONGEST && mayEnd(text, end)) {
                    names.add(text.substring(at + 1, end));
                }
            }
        }
        return List.copyOf(names);
    }

    private static boolean mayBegin(String text, int at) {
        if (at == 0) {
            return true;
        }
        int before = text.codePointBefore(at);
        return !Character.isLetterOrDigit(before) && NOT_BEFORE.indexOf(before) < 0;
    }

    /** Where the identity ends that begins here: as far as its characters go, with a letter or digit. */
    private static int end(String text, int from) {
        int end = from;
        while (end < text.length() && isPart(text.charAt(end))) {
            end++;
        }
        while (end > from && !isPlain(text.charAt(end - 1))) {
            end--;
        }
        return end > from && isPlain(text.charAt(from)) ? end : from;
    }

    private static boolean mayEnd(String text, int end) {
        if (end == text.length()) {
            return true;
        }
        int after = text.codePointAt(end);
        if (after == '.') {
            return end + 1 == text.length() || !Character.isLetterOrDigit(text.codePointAt(end + 1));
        }
        return !Character.isLetterOrDigit(after) && after != '_' && after != '/' && after != '@';
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static boolean isPart(char c) {
        return isPlain(c) || c == '_' || c == '-';
    }
}
