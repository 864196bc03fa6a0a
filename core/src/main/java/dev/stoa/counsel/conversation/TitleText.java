package dev.stoa.counsel.conversation;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the title of a conversation from its first question. Stateless. */
final class TitleText {
    private static final int LONGEST = 60;

    // A title is one line, and shows nothing that moves a cursor.
    private static final Pattern SPACE = Pattern.compile("[\\p{IsWhite_Space}\\p{Cntrl}]+");

    private TitleText() {}

    /** The first 60 characters, cut at a space; null if there is nothing to read. */
    static @Nullable String of(String question) {
        // What is looked at is bounded: a question may have a million characters.
        String begin = question.substring(0, Math.min(question.length(), 16 * LONGEST));
        String line = SPACE.matcher(begin).replaceAll(" ").strip();
        if (line.codePointCount(0, line.length()) <= LONGEST) {
            return line.isEmpty() ? null : whole(line);
        }
        int end = line.offsetByCodePoints(0, LONGEST);
        int space = line.charAt(end) == ' ' ? end : line.lastIndexOf(' ', end - 1);
        return line.substring(0, space > 0 ? space : end).strip();
    }

    /** Without the half of a pair that the bound may have left at its end. */
    private static @Nullable String whole(String line) {
        String kept = Character.isHighSurrogate(line.charAt(line.length() - 1))
                ? line.substring(0, line.length() - 1).strip()
                : line;
        return kept.isEmpty() ? null : kept;
    }
}
