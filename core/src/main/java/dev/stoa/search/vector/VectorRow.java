package dev.stoa.search.vector;

/**
 * One vector as a table holds it. The array is taken over by its receiver and must not be changed afterwards.
 *
 * @param vectorSeq the number under which the vector was written; grows with every write of the table
 * @param seq the key of its row, which hits are named by
 * @param vector the L2-normalised vector
 */
// A value for one hand-over; instances are never compared.
@SuppressWarnings("ArrayRecordComponent")
public record VectorRow(long vectorSeq, long seq, float[] vector) {}
