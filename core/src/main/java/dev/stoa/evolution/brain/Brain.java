package dev.stoa.evolution.brain;

/**
 * What speaks for an actor: a pure function of what it is shown and of its random stream, so that episodes played at
 * the same time share nothing. Safe from any thread.
 */
@FunctionalInterface
public interface Brain {
    /** The answer for one attempt of one turn. An exception fails the slot, not the run. */
    Reply propose(Payload payload, RandomStream random);
}
