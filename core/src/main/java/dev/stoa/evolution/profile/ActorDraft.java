package dev.stoa.evolution.profile;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An actor of a scenario, whose first profile is a person's. Immutable.
 *
 * @param tactic the class of its strategy
 * @param hyperparameters the brain and its parameters
 */
public record ActorDraft(
        String actorId,
        Archetype archetype,
        String corePrompt,
        String strategyText,
        String tactic,
        Map<String, ? extends @Nullable Object> hyperparameters) {
    /** Its first profile. */
    public ProfileDraft profile(String generationId) {
        return new ProfileDraft(
                generationId,
                actorId,
                archetype,
                corePrompt,
                strategyText,
                tactic,
                hyperparameters,
                ProfileOrigin.HUMAN,
                null,
                null);
    }
}
