package dev.stoa.evolution.play;

import dev.stoa.base.Bounds;
import dev.stoa.evolution.issue.StatePath;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The design of a created agent. Immutable; a bad one is refused when it is made. To abort or to endorse cannot be
 * granted: there is no field for it.
 *
 * @param archetype what kind of agent it is
 * @param every after how many primary turns it speaks
 * @param brain what speaks for it
 * @param goals what it wants
 * @param allow the patterns it may change
 * @param deny the patterns it may not change though they are allowed
 * @param maxMutations how many changes a turn has
 * @param rationale why it was designed
 */
public record AgentSpec(
        String archetype,
        int every,
        String brain,
        List<String> goals,
        List<String> allow,
        List<String> deny,
        int maxMutations,
        String rationale) {
    /** The most changes of a turn that can be granted. */
    public static final int MOST_MUTATIONS = 3;

    public AgentSpec {
        archetype = Bounds.label("archetype_designed", archetype);
        Bounds.whole("every", every, 1, 20);
        Bounds.text("brain", brain, 1, 500);
        goals = List.copyOf(Bounds.size("goals", goals, 0, 20));
        goals.forEach(goal -> Bounds.text("goals", goal, 1, 2_000));
        allow = List.copyOf(Bounds.size("allow", allow, 1, 64));
        deny = List.copyOf(Bounds.size("deny", deny, 0, 64));
        Bounds.whole("max_mutations", maxMutations, 1, MOST_MUTATIONS);
        Bounds.text("rationale", rationale, 0, 8_000);
        for (String pattern : deny) {
            if (!pattern.equals("*") && StatePath.parse(pattern).isEmpty()) {
                throw Bounds.invalid("deny " + Bounds.shown(pattern) + " is neither * nor a path", "name a path");
            }
        }
    }

    /** Refuses a design whose {@code allow} names what the scenario does not have. */
    public AgentSpec checkedFor(Scenario scenario) {
        for (String pattern : allow) {
            boolean there = StatePath.parse(pattern)
                    .filter(path -> path.find(scenario.variables()) != null)
                    .isPresent();
            if (!there) {
                throw Bounds.invalid(
                        "allow " + Bounds.shown(pattern) + " is not a variable of " + scenario.name(),
                        "name paths of state.variables");
            }
        }
        return this;
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "archetype_designed", archetype,
                "every", every,
                "brain", brain,
                "goals", goals,
                "allow", allow,
                "deny", deny,
                "max_mutations", maxMutations,
                "rationale", rationale);
    }

    /** The design that JSON is; unknown fields are refused. */
    public static AgentSpec read(Map<String, @Nullable Object> document) {
        JsonFields fields = JsonFields.of(document);
        AgentSpec spec = new AgentSpec(
                fields.text("archetype_designed"),
                Math.toIntExact(fields.whole("every")),
                fields.text("brain"),
                fields.has("goals") ? fields.texts("goals") : List.of(),
                fields.texts("allow"),
                fields.has("deny") ? fields.texts("deny") : List.of(),
                Math.toIntExact(fields.whole("max_mutations", 1)),
                fields.text("rationale", ""));
        fields.end();
        return spec;
    }
}
