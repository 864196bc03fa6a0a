package dev.stoa.society;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a reviewer says of knowledge. */
public enum Verdict {
    /** It is so. */
    CONFIRM,
    /** It is not so. */
    DISPUTE;

    /** The word under which it is stored and shown. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The verdict of a stored word, or of one that somebody gave. */
    public static Verdict of(String text) {
        List<String> known = Arrays.stream(values()).map(Verdict::text).toList();
        return valueOf(Bounds.word("verdict", text, known).toUpperCase(Locale.ROOT));
    }
}
