package dev.stoa.evolution.scenario;

import dev.stoa.evolution.scenario.Scenario.Actor;
import java.util.List;

/** The layers of a prompt: the core, which never changes, and the strategy, which evolution changes. Stateless. */
public final class PromptLayers {
    private static final String CONTRACT = """
            Answer with one JSON object and nothing else:
            {"internal_monologue": text of at most 8000 characters that nobody else sees,
             "public_dialogue": text of at most 4000 characters,
             "state_mutations": at most 16 of {"action": "modify" or "add", "path": "a.b", "value": any},
             "propose_resolution": true to endorse the state as it is after your changes,
             "abort_episode": true to end the negotiation without agreement}""";

    private PromptLayers() {}

    /** The core of an actor: context, name, role, goals, personality, its own core and, in a negotiation, the contract of replies. */
    public static String core(Scenario scenario, Actor actor) {
        StringBuilder text = new StringBuilder(scenario.context());
        text.append("\n\nYou are ")
                .append(actor.name())
                .append(" (")
                .append(actor.id())
                .append(").");
        line(text, "Role: ", actor.role());
        line(text, "Goals: ", String.join("; ", actor.goals()));
        line(text, "Personality: ", actor.personality());
        line(text, "", actor.core());
        // A debate says itself, phase by phase, how to answer.
        return scenario.kind() == Scenario.Kind.DEBATE
                ? text.toString()
                : text.append("\n\n").append(CONTRACT).toString();
    }

    /** The core of a created agent: context, name, goals, what it may do and the contract of replies. */
    public static String created(
            Scenario scenario, String id, List<String> goals, List<String> allow, List<String> deny, int mutations) {
        StringBuilder text = new StringBuilder(scenario.context());
        text.append("\n\nYou are ").append(id).append(", who takes part to help the others.");
        line(text, "Goals: ", String.join("; ", goals));
        line(text, "You may change, at most " + mutations + " in a turn: ", String.join(", ", allow));
        line(text, "You may not change: ", String.join(", ", deny));
        line(text, "", "You can neither endorse the state nor end the negotiation: leave both fields false.");
        return text.append("\n\n").append(CONTRACT).toString();
    }

    /** The whole prompt: the core, an empty line, the strategy. */
    public static String system(String core, String strategy) {
        return core + "\n\n" + strategy;
    }

    private static void line(StringBuilder text, String label, String value) {
        if (!value.isEmpty()) {
            text.append('\n').append(label).append(value);
        }
    }
}
