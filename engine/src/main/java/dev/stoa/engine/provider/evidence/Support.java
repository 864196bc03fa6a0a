package dev.stoa.engine.provider.evidence;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How well documents support a statement. Immutable.
 *
 * @param value from 0, nothing relevant shares a word with it, to 1
 * @param window the window that bears it out most; null if the value is 0
 * @param contradicted whether that window denies what the statement affirms or the reverse, or lacks a number of it
 */
public record Support(double value, @Nullable Window window, boolean contradicted) {
    static final Support NONE = new Support(0, null, false);

    /** Whether the documents say so. */
    public boolean isEnough() {
        return value >= Strategy.supported();
    }

    /** The window of the given documents that answers a question well enough, the question standing for its answer. */
    public static Optional<Window> answering(Corpus corpus, String question) {
        Support support = Relevance.of(corpus, question, Strategy.HYBRID).support(question);
        return support.isEnough() ? Optional.ofNullable(support.window()) : Optional.empty();
    }
}
