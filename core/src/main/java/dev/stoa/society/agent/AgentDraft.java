package dev.stoa.society.agent;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.TriggerPolicy;
import org.jspecify.annotations.Nullable;

/**
 * An agent to be registered. Immutable.
 *
 * @param model null only for people
 * @param ifAbsent whether an agent that is there already is the answer
 * @param takeAlias whether a name that another agent had before is taken from it
 */
public record AgentDraft(
        String identity,
        @Nullable String model,
        @Nullable String constitution,
        @Nullable String selfDescription,
        AgentKind kind,
        TriggerPolicy triggerPolicy,
        boolean ifAbsent,
        boolean takeAlias) {
    static final int LONGEST_CONSTITUTION = 65_536;
    static final int LONGEST_DESCRIPTION = 2_000;

    public AgentDraft {
        Bounds.textOrNull("constitution", constitution, 1, LONGEST_CONSTITUTION);
        Bounds.textOrNull("self_description", selfDescription, 1, LONGEST_DESCRIPTION);
    }

    /** An agent with nothing but a name and a model. */
    public static AgentDraft of(String identity, String model) {
        return new AgentDraft(identity, model, null, null, AgentKind.AGENT, TriggerPolicy.ANYONE, false, false);
    }

    /** A person. */
    public static AgentDraft person(String identity) {
        return new AgentDraft(identity, null, null, null, AgentKind.HUMAN, TriggerPolicy.ANYONE, false, false);
    }

    public static AgentDraft fromJson(JsonFields fields) {
        AgentDraft draft = new AgentDraft(
                fields.text("identity"),
                fields.textOrNull("model"),
                fields.textOrNull("constitution"),
                fields.textOrNull("self_description"),
                AgentKind.of(fields.text("kind", "agent")),
                TriggerPolicy.of(fields.text("trigger_policy", "anyone")),
                fields.flag("if_absent", false),
                fields.flag("take_alias", false));
        fields.end();
        return draft;
    }

    /** The same with what it is told about itself. */
    public AgentDraft constitution(@Nullable String text) {
        return new AgentDraft(identity, model, text, selfDescription, kind, triggerPolicy, ifAbsent, takeAlias);
    }

    /** The same with what it says of itself. */
    public AgentDraft describing(@Nullable String text) {
        return new AgentDraft(identity, model, constitution, text, kind, triggerPolicy, ifAbsent, takeAlias);
    }

    /** The same, started by whom this policy allows. */
    public AgentDraft triggeredBy(TriggerPolicy policy) {
        return new AgentDraft(identity, model, constitution, selfDescription, kind, policy, ifAbsent, takeAlias);
    }

    /** The same; one that is there already is the answer. */
    public AgentDraft ifAbsent(boolean absent) {
        return new AgentDraft(identity, model, constitution, selfDescription, kind, triggerPolicy, absent, takeAlias);
    }

    /** The same; a name that another agent had before is taken from it. */
    public AgentDraft takeAlias(boolean take) {
        return new AgentDraft(identity, model, constitution, selfDescription, kind, triggerPolicy, ifAbsent, take);
    }
}
