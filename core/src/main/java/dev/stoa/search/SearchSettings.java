package dev.stoa.search;

/**
 * How text is searched. Immutable.
 *
 * @param embedder what makes the vectors
 */
public record SearchSettings(EmbedderChoice embedder) {
    /** The settings that are in force when nobody chooses others. */
    public static SearchSettings defaults() {
        return new SearchSettings(EmbedderChoice.MINILM);
    }
}
