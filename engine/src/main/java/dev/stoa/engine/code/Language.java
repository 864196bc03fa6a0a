package dev.stoa.engine.code;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * In what a candidate is written. Immutable.
 *
 * <p>Java: one source file, its public class (else its first) gives it its name; test classes see it by that name.
 * Python: the file {@code solution.py}, which tests import as {@code solution}. Command: a script whose first line
 * names its interpreter with {@code #!}, started once for each test.
 */
public enum Language {
    JAVA,
    PYTHON,
    COMMAND;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** Its name in stored rows and requests. */
    public String text() {
        return text;
    }

    /** The language of a given or stored word; an unknown one is refused with the nearest known. */
    public static Language of(String text) {
        List<String> known = Arrays.stream(values()).map(Language::text).toList();
        return values()[known.indexOf(Bounds.word("language", text, known))];
    }
}
