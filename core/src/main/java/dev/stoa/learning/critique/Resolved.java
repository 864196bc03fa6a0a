package dev.stoa.learning.critique;

/**
 * What resolving a critique led to. Immutable.
 *
 * @param applied false if it had been resolved like this before
 */
public record Resolved(Critique critique, boolean applied) {}
