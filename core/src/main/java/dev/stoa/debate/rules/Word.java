package dev.stoa.debate.rules;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;

/** A choice that is stored, asked for and shown under one word. */
interface Word {
    /** The word under which it is stored, asked for and shown. */
    String text();

    /** The choice that a word stands for; an unknown one is refused with the nearest known. */
    static <T extends Word> T of(String field, T[] choices, String text) {
        List<String> known = Arrays.stream(choices).map(Word::text).toList();
        return choices[known.indexOf(Bounds.word(field, text, known))];
    }
}
