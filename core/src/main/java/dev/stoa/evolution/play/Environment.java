package dev.stoa.evolution.play;

/** What plays episodes: a negotiation, or a debate. Safe from any thread. */
@FunctionalInterface
public interface Environment {
    /** Plays one episode to its end. An exception fails the slot. */
    EpisodeResult play(EpisodePlan plan);
}
