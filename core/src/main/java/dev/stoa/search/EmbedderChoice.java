package dev.stoa.search;

/** Which built-in embedder turns text into vectors. */
public enum EmbedderChoice {
    /** all-MiniLM-L6-v2, in this process. */
    MINILM,
    /** Hashed words: weaker, but instant and bit-identical on every machine. */
    HASHING,
    /** None; what ranks by meaning ranks by words alone. */
    OFF
}
