package dev.stoa.evolution.memory;

/** A remembered strategy and how near it is, from -1 to 1. Immutable. */
public record StrategyHit(Strategy strategy, double similarity) {}
