package dev.stoa.society.agent;

import dev.stoa.base.Bounds;
import dev.stoa.society.base.TriggerPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What is to be changed of an agent; null leaves as it is. Immutable.
 *
 * @param noConstitution whether its constitution is taken away
 */
public record AgentChange(
        @Nullable String model,
        @Nullable String constitution,
        boolean noConstitution,
        @Nullable TriggerPolicy triggerPolicy) {
    public AgentChange {
        Bounds.textOrNull("constitution", constitution, 1, AgentDraft.LONGEST_CONSTITUTION);
        if (noConstitution && constitution != null) {
            throw Bounds.invalid("a constitution is both given and taken away", "do one of them");
        }
    }
}
