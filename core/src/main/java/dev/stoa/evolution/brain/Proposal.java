package dev.stoa.evolution.brain;

import java.util.List;

/**
 * What a speaker does in a turn. Immutable; whether it may do so the environment decides.
 *
 * @param monologue what it thinks; no other party sees it
 * @param dialogue what it says
 * @param mutations what it changes, all or nothing
 * @param resolves whether it endorses the state as it is after the changes
 * @param aborts whether it ends the episode
 */
public record Proposal(
        String monologue, String dialogue, List<StateMutation> mutations, boolean resolves, boolean aborts) {
    /** The most characters of a monologue. */
    public static final int MOST_MONOLOGUE = 8_000;

    /** The most characters of what is said. */
    public static final int MOST_DIALOGUE = 4_000;

    /** The most changes of a turn. */
    public static final int MOST_MUTATIONS = 16;

    public Proposal {
        mutations = List.copyOf(mutations);
    }
}
