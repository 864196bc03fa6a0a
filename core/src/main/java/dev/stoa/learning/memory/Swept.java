package dev.stoa.learning.memory;

/** What a sweep over the tiers moved. Immutable. */
public record Swept(int promoted, int demoted) {}
