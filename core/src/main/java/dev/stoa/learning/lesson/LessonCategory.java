package dev.stoa.learning.lesson;

import dev.stoa.base.TextEnum;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a lesson is about. */
public enum LessonCategory implements TextEnum {
    PATTERN,
    ANTI_PATTERN,
    BEST_PRACTICE,
    OPTIMIZATION,
    SECURITY,
    REFACTORING,
    DEBUGGING,
    ARCHITECTURE,
    TESTING,
    DOCUMENTATION;

    /** The choice of a given or stored word. */
    public static LessonCategory of(String text) {
        return TextEnum.of("category", values(), text);
    }

    /** The choice of a word that an agent wrote, if it is one. */
    static Optional<LessonCategory> written(String text) {
        return Arrays.stream(values())
                .filter(category -> category.text().equals(plain(text)))
                .findFirst();
    }

    /** What a criticism of some kind teaches once it has improved an answer. */
    static LessonCategory ofCritique(String kind) {
        return switch (plain(kind)) {
            case "performance" -> OPTIMIZATION;
            case "architecture" -> ARCHITECTURE;
            case "clarity" -> DOCUMENTATION;
            case "structure" -> REFACTORING;
            case "testing" -> TESTING;
            default -> PATTERN;
        };
    }

    /** What an attack of some kind teaches once a test has shown it closed. */
    static LessonCategory ofFinding(String kind) {
        return switch (plain(kind)) {
            case "injection", "auth", "xss" -> SECURITY;
            default -> TESTING;
        };
    }

    private static String plain(String word) {
        return word.strip().toLowerCase(Locale.ROOT);
    }
}
