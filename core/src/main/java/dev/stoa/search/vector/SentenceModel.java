package dev.stoa.search.vector;

/** A loaded model that turns one text into a vector. Implementations are safe from any thread. */
@FunctionalInterface
public interface SentenceModel {
    /**
     * The vector of a text, which is not blank and within the provider's length. It need not be normalised, and is
     * empty where the model finds nothing in the text that it knows.
     */
    float[] vector(String text);

    /** The same for a question, which some models embed otherwise than the texts that answer it. */
    default float[] question(String text) {
        return vector(text);
    }
}
