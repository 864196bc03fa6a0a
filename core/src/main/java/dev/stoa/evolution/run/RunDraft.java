package dev.stoa.evolution.run;

import dev.stoa.base.Bounds;
import dev.stoa.evolution.profile.ActorDraft;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run that is to be created with its first generation. Immutable.
 *
 * @param scenario the whole configuration with its effective values; limits are read from its table {@code evolution}
 * @param overrides what was set beside the scenario
 * @param actors who takes part, in the order of the scenario
 * @param epochSize the slots of the first production; 0 for a writer without epochs
 * @param owner host and process that own it
 */
public record RunDraft(
        String name,
        RunKind kind,
        Map<String, ? extends @Nullable Object> scenario,
        Map<String, ? extends @Nullable Object> overrides,
        long seed,
        List<ActorDraft> actors,
        int epochSize,
        AcceptanceLimits limits,
        String owner) {
    private static final int LONGEST_NAME = 64;
    private static final int MOST_ACTORS = 32;
    private static final int LARGEST_EPOCH = 1_000;

    public RunDraft {
        Bounds.text("name", name, 1, LONGEST_NAME);
        Bounds.given("kind", kind);
        Bounds.given("scenario", scenario);
        Bounds.given("overrides", overrides);
        Bounds.given("limits", limits);
        Bounds.whole("epoch_size", epochSize, 0, LARGEST_EPOCH);
        actors = List.copyOf(Bounds.size("actors", actors, 2, MOST_ACTORS));
        Owner.of(owner);
        Set<String> ids = new HashSet<>();
        for (ActorDraft actor : actors) {
            if (!ids.add(actor.actorId())) {
                throw Bounds.invalid("actor " + actor.actorId() + " is there twice", "name each actor once");
            }
        }
    }
}
