package dev.stoa.learning.memory;

/** What was removed for good because of its age, or would be. Immutable. */
public record PruneResult(int generations, int outcomes, boolean dryRun) {}
