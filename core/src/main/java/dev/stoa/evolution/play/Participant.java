package dev.stoa.evolution.play;

import dev.stoa.evolution.brain.Brain;
import dev.stoa.evolution.brain.Payload.You;
import org.jspecify.annotations.Nullable;

/**
 * One party of an episode. Immutable.
 *
 * @param you how it is shown to itself; the environment sets its reservation
 * @param brain what speaks for it
 * @param permissions what it may do
 * @param every after how many primary turns a created agent speaks; 0 for a primary actor
 */
public record Participant(You you, Brain brain, Permissions permissions, int every) {
    /** Its actor id. */
    public String id() {
        return you.id();
    }

    /** Whether it is one of the actors of the scenario. */
    public boolean primary() {
        return every == 0;
    }

    /** The same party with a reservation. */
    Participant with(double reservation) {
        return new Participant(
                new You(you.id(), you.name(), you.role(), you.goals(), you.personality(), reservation, you.utility()),
                brain,
                permissions,
                every);
    }

    /** Whether it is that actor. */
    boolean is(@Nullable String actor) {
        return you.id().equals(actor);
    }
}
