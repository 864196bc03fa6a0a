package dev.stoa.counsel.keyword;

import dev.stoa.base.Bounds;
import dev.stoa.search.text.Tokenizer;
import java.util.List;

/**
 * The terms of a query. Immutable.
 *
 * @param terms what is looked for, each once
 * @param ignored what is too common to look for
 */
record QueryTerms(List<String> terms, List<String> ignored) {
    private static final int MOST = 32;

    /** What is looked for, each once. */
    static List<String> terms(String query) {
        List<String> terms = Tokenizer.keywords(query).stream().distinct().toList();
        if (terms.size() > MOST) {
            throw Bounds.invalid("query has " + terms.size() + " terms; at most " + MOST, "look for fewer words");
        }
        return terms;
    }

    static QueryTerms of(String query) {
        return new QueryTerms(
                terms(query),
                Tokenizer.words(query).stream()
                        .filter(Tokenizer::isStopWord)
                        .distinct()
                        .toList());
    }

    /** Whether a word of a message is one of the terms, or begins with one. */
    boolean matches(String word) {
        for (String term : terms) {
            if (word.startsWith(term)) {
                return true;
            }
        }
        return false;
    }
}
