package dev.stoa.evolution.created;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The design of an agent. Immutable.
 *
 * @param every after how many turns of primary actors it speaks
 * @param brain what answers for it
 * @param allow the paths it may write
 * @param deny the paths it may not write although a path before them is allowed; {@code *} for all
 * @param maxMutations how many changes it may make in a turn
 */
public record AgentSpec(
        String archetypeDesigned,
        int every,
        String brain,
        List<String> goals,
        List<String> allow,
        List<String> deny,
        int maxMutations,
        String rationale) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9._:-]{1,64}");
    private static final Pattern PATH =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}(\\.[A-Za-z_][A-Za-z0-9_-]{0,63}){0,7}");
    private static final int MOST_PATHS = 64;
    private static final int MOST_GOALS = 20;
    private static final int LONGEST_TEXT = 2_000;
    private static final int LONGEST_RATIONALE = 8_000;

    public AgentSpec {
        if (!NAME.matcher(Bounds.given("archetype_designed", archetypeDesigned)).matches()) {
            throw Bounds.invalid(
                    "archetype_designed " + Bounds.shown(archetypeDesigned) + " is not 1 to 64 of a-z 0-9 . _ : -",
                    "choose another name");
        }
        Bounds.whole("every", every, 1, 20);
        Bounds.text("brain", brain, 1, LONGEST_TEXT);
        Bounds.size("goals", goals, 0, MOST_GOALS).forEach(goal -> Bounds.text("goals", goal, 1, LONGEST_TEXT));
        Bounds.size("allow", allow, 1, MOST_PATHS).forEach(path -> checkPath("allow", path));
        Bounds.size("deny", deny, 0, MOST_PATHS).stream()
                .filter(path -> !path.equals("*"))
                .forEach(path -> checkPath("deny", path));
        Bounds.whole("max_mutations", maxMutations, 1, 3);
        Bounds.text("rationale", rationale, 1, LONGEST_RATIONALE);
        goals = List.copyOf(goals);
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
    }

    private static void checkPath(String field, String path) {
        if (!PATH.matcher(path).matches()) {
            throw Bounds.invalid(
                    field + " " + Bounds.shown(path) + " is not a path of 1 to 8 names joined by dots",
                    "name variables of the state");
        }
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "archetype_designed", archetypeDesigned,
                "every", every,
                "brain", brain,
                "goals", goals,
                "allow", allow,
                "deny", deny,
                "max_mutations", maxMutations,
                "rationale", rationale);
    }
}
