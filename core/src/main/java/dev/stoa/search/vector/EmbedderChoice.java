package dev.stoa.search.vector;

/** Which built-in embedder turns text into vectors. */
public enum EmbedderChoice {
    /** The sentence model e5-small-v2, in this process. */
    E5,
    /** Hashed words: weaker, but instant and bit-identical on every machine. */
    HASHING,
    /** None; what ranks by meaning ranks by words alone. */
    OFF;

    // As many as e5-small-v2 has.
    private static final int HASHING_DIMENSIONS = 384;

    /** The embedder of this name; none of them loads anything yet. */
    public Embedder create() {
        return switch (this) {
            case E5 -> Embedder.e5();
            case HASHING -> Embedder.hashing(HASHING_DIMENSIONS);
            case OFF -> Embedder.off();
        };
    }
}
