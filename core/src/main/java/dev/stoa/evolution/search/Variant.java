package dev.stoa.evolution.search;

import dev.stoa.evolution.brain.Policy;

/**
 * A changed policy that enters the race. Immutable.
 *
 * @param number its place in the pool, from 0
 * @param operator how it was made
 * @param policy what it does
 */
public record Variant(int number, String operator, Policy policy) {}
