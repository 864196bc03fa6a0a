package dev.stoa.engine.evolution;

import dev.stoa.evolution.run.RunStatus;

/** What comes next in a run, as its record alone says. Immutable. */
public sealed interface Step {
    /**
     * Nothing: no process owns the run.
     *
     * @param status why
     */
    record Rest(RunStatus status) implements Step {}

    /** The next generation of a completed run that was given more of them is opened. */
    record OpenGeneration() implements Step {}

    /**
     * Slots of an epoch are played and stored.
     *
     * @param first the first of them
     * @param slots how many, as they are played at the same time
     */
    record Play(String epochId, int first, int slots) implements Step {}

    /** The production is complete: baselines, constraints and hypotheses are stored, and the baseline epoch is opened. */
    record OpenTrials(String generationId) implements Step {}

    /** Candidates of an actor are proposed, or the verdict that there is none is stored. */
    record Propose(String actorId) implements Step {}

    /** The candidates of an actor race; at last the better half enters its trial and the others are culled. */
    record Race(String actorId) implements Step {}

    /** The trials of an actor are complete, and its candidates are decided about. */
    record Decide(String actorId) implements Step {}

    /**
     * Nothing is pending but what created agents need: they are reviewed, one may be designed and tried, and then the
     * next generation is opened or the run is completed.
     */
    record Close(String generationId) implements Step {}
}
