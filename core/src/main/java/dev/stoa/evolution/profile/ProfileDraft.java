package dev.stoa.evolution.profile;

import dev.stoa.base.Bounds;
import dev.stoa.evolution.base.Documents;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A profile that is to be stored. Immutable.
 *
 * @param generationId the generation that creates it
 * @param corePrompt the part of the prompt that never changes
 * @param strategyText the part of the prompt that does
 * @param tactic the class of its strategy
 * @param hyperparameters the brain and its parameters
 * @param parentProfileId what it was mutated from, in the same run
 * @param mutation how it was made of its parent
 */
public record ProfileDraft(
        String generationId,
        String actorId,
        Archetype archetype,
        String corePrompt,
        String strategyText,
        String tactic,
        Map<String, ? extends @Nullable Object> hyperparameters,
        ProfileOrigin createdBy,
        @Nullable String parentProfileId,
        @Nullable Map<String, ? extends @Nullable Object> mutation) {
    static final int LONGEST_PROMPT = 64 << 10;
    static final int LONGEST_HYPERPARAMETERS = 64 << 10;
    private static final int LONGEST_ACTOR = 32;
    private static final int LONGEST_TACTIC = 200;

    public ProfileDraft {
        Bounds.id("generation", generationId);
        Bounds.id("actor_id", actorId, LONGEST_ACTOR);
        Bounds.given("archetype", archetype);
        Bounds.given("created_by", createdBy);
        Bounds.given("hyperparameters", hyperparameters);
        Bounds.text("core_prompt", corePrompt, 0, LONGEST_PROMPT);
        Bounds.text("strategy_text", strategyText, 0, LONGEST_PROMPT);
        Bounds.text("tactic", tactic, 1, LONGEST_TACTIC);
        Documents.bytes("system_prompt", corePrompt + "\n\n" + strategyText, LONGEST_PROMPT);
    }

    /** The whole prompt. */
    public String systemPrompt() {
        return corePrompt + "\n\n" + strategyText;
    }
}
