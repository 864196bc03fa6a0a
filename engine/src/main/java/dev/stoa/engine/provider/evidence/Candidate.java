package dev.stoa.engine.provider.evidence;

import dev.stoa.search.text.Tokenizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An answer that an agent might give. Immutable.
 *
 * @param option its index among the options; -1 for words of a document that are none yet
 * @param answer the answer
 * @param value what speaks for it, 0 to 1
 * @param quote the sentence that does; null if the value is 0
 */
record Candidate(
        int option, String answer, double value, @Nullable Quote quote) {
    /** The best first; of equals the first option, or the first in the documents. */
    static final Comparator<Candidate> BEST =
            Comparator.comparingDouble(Candidate::value).reversed().thenComparingInt(Candidate::option);

    /** Options by their support, then by their keys. */
    static List<Candidate> ranked(Relevance relevance, List<Option> options) {
        return options.stream()
                .map(o -> {
                    Support support = relevance.support(o.answer());
                    return new Candidate(o.index(), o.answer(), support.value(), support.quote());
                })
                .sorted(BEST)
                .toList();
    }

    /** The two sentences that answer a question best, by their relevance and the share of it they hold themselves. */
    static List<Candidate> sentences(Relevance relevance) {
        List<Candidate> found = new ArrayList<>();
        List<Line> lines = relevance.corpus().lines();
        for (int i = 0; i < lines.size(); i++) {
            double value = relevance.answers(i);
            if (value > 0) {
                found.add(new Candidate(
                        -1,
                        lines.get(i).sentence().text(),
                        value,
                        Quote.of(relevance.corpus(), lines.get(i), relevance.asked())));
            }
        }
        Set<String> seen = new HashSet<>();
        return found.stream()
                .sorted(BEST)
                .filter(c -> seen.add(Tokenizer.wordsHash(c.answer())))
                .limit(2)
                .toList();
    }
}
