package dev.stoa.evolution.run;

/** Which profile an actor has in a generation. Immutable. */
public record Deployed(String actorId, String profileId) {}
