package dev.stoa.engine.provider.evidence;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How well documents support a statement. Immutable.
 *
 * @param value from 0, nothing relevant shares a word with it, to 1; what says the contrary adds nothing
 * @param quote the sentence that bears it out most, or says the contrary; null if there is neither
 * @param contradicted whether that sentence denies what the statement affirms or the reverse, or lacks a number of it
 */
public record Support(double value, @Nullable Quote quote, boolean contradicted) {
    static final Support NONE = new Support(0, null, false);

    /** Whether the documents say so. */
    public boolean isEnough() {
        return value >= Strategy.supported() && !contradicted;
    }

    /** The sentence of the given documents that answers a question well enough, the question standing for its answer. */
    public static Optional<Quote> answering(Corpus corpus, String question) {
        Relevance relevance = Relevance.of(corpus, question, Strategy.HYBRID);
        int best = -1;
        for (int i = 0; i < corpus.lines().size(); i++) {
            if (best < 0 || relevance.amongAll(i) > relevance.amongAll(best)) {
                best = i;
            }
        }
        if (best < 0 || relevance.amongAll(best) * relevance.cover(best) < Strategy.supported()) {
            return Optional.empty();
        }
        return Optional.of(Quote.of(corpus, corpus.lines().get(best), relevance.asked()));
    }
}
