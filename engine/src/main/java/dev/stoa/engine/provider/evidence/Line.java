package dev.stoa.engine.provider.evidence;

import dev.stoa.search.text.Tokenizer;
import java.util.Map;
import java.util.Set;

/**
 * A sentence that states something, with what is compared of it. Immutable.
 *
 * @param document which document it is from
 * @param passage the window that it stands in
 * @param sentence the sentence
 * @param sense what it says
 * @param stems its stems
 * @param near the stems that stand around it, and how much of a word of its own each is worth: its heading, the
 *     sentence it goes on with, its neighbours, the title of the document
 */
record Line(int document, int passage, Sentence sentence, Sense sense, Set<String> stems, Map<String, Double> near) {
    /** What comes before words that have no stem and are looked for as they are, like {@code you}. */
    static final String LITERAL = "=";

    /**
     * How well it holds a stem: 1 itself, less around it, 0 not at all.
     *
     * @param alike the stem with all that stand for it or for its contrary
     */
    double holds(String stem, Set<String> alike) {
        if (stem.startsWith(LITERAL)) {
            return says(stem.substring(LITERAL.length())) ? 1 : 0;
        }
        for (String like : alike) {
            if (stems.contains(like)) {
                return 1;
            }
        }
        return near.getOrDefault(stem, 0.0);
    }

    private boolean says(String literal) {
        if (literal.codePoints().noneMatch(Character::isLetterOrDigit)) {
            return sentence.text().contains(literal);
        }
        return (" " + String.join(" ", Tokenizer.words(sentence.text())) + " ").contains(" " + literal + " ");
    }
}
