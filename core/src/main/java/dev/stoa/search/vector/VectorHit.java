package dev.stoa.search.vector;

/**
 * A row found by a {@link VectorIndex}.
 *
 * @param seq the key of the row
 * @param cosine how near it is, from -1 to 1
 */
public record VectorHit(long seq, double cosine) {}
