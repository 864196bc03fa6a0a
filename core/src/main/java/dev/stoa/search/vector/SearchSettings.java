package dev.stoa.search.vector;

/**
 * How text is searched. Immutable.
 *
 * @param embedder what makes the vectors
 */
public record SearchSettings(EmbedderChoice embedder) {
    /** The default settings. */
    public static SearchSettings defaults() {
        return new SearchSettings(EmbedderChoice.E5);
    }
}
