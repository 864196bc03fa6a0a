package dev.stoa.society.agent;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import dev.stoa.society.base.TriggerPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A change of an agent; null leaves a value as it is. Immutable.
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

    public static AgentChange fromJson(JsonFields fields) {
        String policy = fields.textOrNull("trigger_policy");
        AgentChange change = new AgentChange(
                fields.textOrNull("model"),
                fields.textOrNull("constitution"),
                fields.flag("no_constitution", false),
                policy == null ? null : TriggerPolicy.of(policy));
        fields.end();
        return change;
    }
}
