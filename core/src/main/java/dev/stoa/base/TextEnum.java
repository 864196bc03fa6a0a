package dev.stoa.base;

import java.util.Arrays;
import java.util.List;

/** A choice that is stored, asked for and shown under one word. */
public interface TextEnum {
    /** The word under which it is stored, asked for and shown. */
    String text();

    /** The choice that a word stands for; an unknown one is refused with the nearest known. */
    static <T extends TextEnum> T of(String field, T[] choices, String text) {
        List<String> known = Arrays.stream(choices).map(TextEnum::text).toList();
        return choices[known.indexOf(Bounds.word(field, text, known))];
    }
}
