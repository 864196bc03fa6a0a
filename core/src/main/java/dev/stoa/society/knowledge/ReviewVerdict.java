package dev.stoa.society.knowledge;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a reviewer says of knowledge. */
public enum ReviewVerdict {
    /** It is so. */
    CONFIRM,
    /** It is not so. */
    DISPUTE;

    /** The word under which it is stored and shown. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The verdict of a stored word, or of one that somebody gave. */
    public static ReviewVerdict of(String text) {
        List<String> known = Arrays.stream(values()).map(ReviewVerdict::text).toList();
        return valueOf(Bounds.word("verdict", text, known).toUpperCase(Locale.ROOT));
    }
}
