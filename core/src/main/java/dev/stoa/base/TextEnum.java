package dev.stoa.base;

import java.util.Arrays;
import java.util.List;

/** A choice of an enum that is stored, asked for and shown under one word. */
public interface TextEnum {
    /** The name of its constant. */
    String name();

    /** The word under which it is stored, asked for and shown: its name in small letters, unless it says otherwise. */
    default String text() {
        return ChoiceWords.of((Enum<?>) this);
    }

    /** The choice that a word stands for; an unknown one is refused with the nearest known. */
    static <T extends TextEnum> T of(String field, T[] choices, String text) {
        for (T choice : choices) {
            if (choice.text().equals(text)) {
                return choice;
            }
        }
        List<String> known = Arrays.stream(choices).map(TextEnum::text).toList();
        return choices[known.indexOf(Bounds.word(field, text, known))];
    }
}
