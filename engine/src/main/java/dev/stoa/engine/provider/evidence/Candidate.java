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
 * @param window the window that does; null if the value is 0
 */
record Candidate(
        int option, String answer, double value, @Nullable Window window) {
    /** The best first; of equals the first option, or the first in the documents. */
    private static final Comparator<Candidate> BEST =
            Comparator.comparingDouble(Candidate::value).reversed().thenComparingInt(Candidate::option);

    /** Options by their support, then by their keys. */
    static List<Candidate> ranked(Relevance relevance, List<Option> options) {
        return options.stream()
                .map(o -> {
                    Support support = relevance.support(o.answer());
                    return new Candidate(o.index(), o.answer(), support.value(), support.window());
                })
                .sorted(BEST)
                .toList();
    }

    /** The two sentences that answer a question best, by the relevance of their window and the share of it they hold. */
    static List<Candidate> sentences(Relevance relevance, String question) {
        Set<String> asked = Words.distinctStems(question);
        List<Passage> passages = relevance.corpus().passages();
        List<Candidate> found = new ArrayList<>();
        for (int w = 0; w < passages.size(); w++) {
            double rel = relevance.of(w);
            Passage passage = passages.get(w);
            for (int s = 0; rel > 0 && s < passage.sentences().size(); s++) {
                Sentence sentence = passage.sentences().get(s);
                long held =
                        asked.stream().filter(passage.stems().get(s)::contains).count();
                if (held > 0 && sentence.isStatement()) {
                    found.add(new Candidate(-1, sentence.text(), rel * held / asked.size(), passage.window()));
                }
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
