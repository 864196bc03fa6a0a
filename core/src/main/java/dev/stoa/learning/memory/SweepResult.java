package dev.stoa.learning.memory;

/** What a sweep over the tiers moved. Immutable. */
public record SweepResult(int promoted, int demoted) {}
