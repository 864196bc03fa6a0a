package dev.stoa.engine.evolution;

import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.verdict.Verdict;

/** What is told of a run while it goes on, each time after it was stored. Called by the thread that runs it. */
public interface EvolutionListener {
    /** One who does not listen. */
    EvolutionListener NONE = new EvolutionListener() {};

    /** A run was created or claimed. */
    default void started(Run run) {}

    /** A generation has played its production. */
    default void produced(long generation, Fitness fitness) {}

    /** A candidate was decided about, or an actor without one. */
    default void decided(Verdict verdict) {}

    /** The trial or the review of a created agent was decided. */
    default void created(CreatedAgent agent) {}

    /** A run was paused, finished or broken off. */
    default void stopped(Run run) {}

    /** A transaction was stored. */
    default void stored() {}
}
