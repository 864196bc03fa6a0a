package dev.stoa.engine.provider.evidence;

import dev.stoa.search.Tokenizer;
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

    /** How well it holds a stem: 1 itself, less around it, 0 not at all. */
    double holds(String stem) {
        if (stem.startsWith(LITERAL)) {
            String literal = stem.substring(LITERAL.length());
            if (literal.codePoints().noneMatch(Character::isLetterOrDigit)) {
                return sentence.text().contains(literal) ? 1 : 0;
            }
            String words = " " + String.join(" ", Tokenizer.words(sentence.text())) + " ";
            return words.contains(" " + literal + " ") ? 1 : 0;
        }
        if (stems.contains(stem) || stems.contains(Lexicon.positive(stem))) {
            return 1;
        }
        boolean turned = sense.words().stream().anyMatch(word -> Stance.Match.of(stem, word) != Stance.Match.NONE);
        return turned ? 1 : near.getOrDefault(stem, 0.0);
    }
}
