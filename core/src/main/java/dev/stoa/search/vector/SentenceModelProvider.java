package dev.stoa.search.vector;

import java.nio.file.Path;

/**
 * A module that brings a sentence model, found by {@link java.util.ServiceLoader}. Models and the native code they run
 * on are many times the size of this library, so they are present only if such a module is added;
 * {@code stoa-embedder} is the one for {@link Embedder#e5}.
 */
public interface SentenceModelProvider {
    /** The name of the model, which is stored beside every vector; another model must have another name. */
    String modelId();

    /** The length of every vector. */
    int dimensions();

    /** How cosines of its vectors are read. */
    CosineScale scale();

    /** How many characters the model takes in; longer texts are cut there. */
    int longestText();

    /** Loads the model, which may take seconds. Fails with any exception or linkage error where it cannot run. */
    SentenceModel load();

    /**
     * Leaves in a folder what lets other processes of this machine load the model quicker; these find the folder by the
     * system property {@code stoa.natives}. Fails as loading does.
     */
    default void unpack(Path folder) {}
}
