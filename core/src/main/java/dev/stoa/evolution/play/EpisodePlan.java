package dev.stoa.evolution.play;

import java.util.List;

/**
 * One episode to be played. Immutable.
 *
 * @param participants the primary actors in file order, then the created agents by their seq
 * @param seed the seed of everything that is drawn in it
 * @param turns after how many turns it ends; brains are still told the scenario's number
 * @param journal what remembers its turns
 */
public record EpisodePlan(List<Participant> participants, long seed, int turns, TurnJournal journal) {
    public EpisodePlan {
        participants = List.copyOf(participants);
    }

    /** A plan that nobody remembers the turns of. */
    public EpisodePlan(List<Participant> participants, long seed, int turns) {
        this(participants, seed, turns, TurnJournal.NONE);
    }
}
