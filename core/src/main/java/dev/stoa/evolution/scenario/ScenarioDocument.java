package dev.stoa.evolution.scenario;

import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.scenario.Scenario.DebateSpec;
import dev.stoa.evolution.scenario.Scenario.JudgeSpec;
import dev.stoa.evolution.scenario.Scenario.Kind;
import dev.stoa.evolution.scenario.Scenario.Range;
import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A scenario as JSON, with every default filled in; read back it is the same scenario. Stateless. */
public final class ScenarioDocument {
    private ScenarioDocument() {}

    /** The text that a run keeps. */
    public static String json(Scenario scenario) {
        return Json.canonical(of(scenario));
    }

    /** The tree of a scenario. */
    public static Map<String, @Nullable Object> of(Scenario scenario) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("schema", Scenario.SCHEMA);
        tree.put("name", scenario.name());
        tree.put("kind", scenario.kind().text());
        tree.put("context", scenario.context());
        tree.put("seed", Json.exact(scenario.seed()));
        tree.put("discount", scenario.discount());
        boolean debate = scenario.kind() == Kind.DEBATE;
        if (!debate) {
            tree.put("state", Json.object("variables", scenario.variables()));
            tree.put(
                    "issues",
                    scenario.issues().stream()
                            .map(issue -> Json.object(
                                    "path", issue.path(), "min", issue.min(), "max", issue.max(), "step", issue.step()))
                            .toList());
            tree.put("turn_order", scenario.turnOrder());
        }
        tree.put(
                "actors",
                scenario.actors().stream().map(actor -> actor(scenario, actor)).toList());
        tree.put("judge", judge(scenario.judge()));
        tree.put("limits", limits(scenario.limits()));
        tree.put("roles", roles(scenario.roles()));
        DebateSpec spec = scenario.debate();
        if (spec != null) {
            tree.put(
                    "debate",
                    Json.object(
                            "questions", spec.asked().isEmpty() ? spec.questions() : questions(spec),
                            "per_episode", spec.perEpisode(),
                            "preset", spec.preset()));
        }
        tree.put("evolution", scenario.evolution().document());
        return tree;
    }

    /** The questions themselves: a run does not depend on a file that may change. */
    private static List<Map<String, @Nullable Object>> questions(DebateSpec spec) {
        return spec.asked().stream()
                .map(each -> Json.object(
                        "id", each.id(),
                        "question", each.question(),
                        "answer", each.answer(),
                        "options", each.options()))
                .toList();
    }

    private static Map<String, @Nullable Object> actor(Scenario scenario, Actor actor) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("id", actor.id());
        tree.put("name", actor.name());
        tree.put("role", actor.role());
        tree.put("goals", actor.goals());
        tree.put("personality", actor.personality());
        tree.put("core", actor.core());
        tree.put("strategy", actor.strategy());
        tree.put("tactic", actor.tactic());
        tree.put("brain", actor.brain());
        tree.put("evolve", actor.evolve());
        tree.put("required", actor.required());
        tree.put("may_modify", actor.mayModify());
        Map<String, Range> mutable = actor.mutable();
        if (mutable != null) {
            Map<String, @Nullable Object> ranges = new LinkedHashMap<>();
            mutable.forEach((name, range) -> ranges.put(name, List.of(range.low(), range.high())));
            tree.put("mutable", ranges);
        }
        var utility = actor.utility();
        if (utility != null) {
            Map<String, @Nullable Object> sides = new LinkedHashMap<>();
            for (int i = 0; i < scenario.issues().size(); i++) {
                var side = utility.sides().get(i);
                sides.put(
                        scenario.issues().get(i).path(),
                        Json.object("weight", side.weight(), "better", side.high() ? "high" : "low"));
            }
            tree.put("utility", sides);
        }
        if (scenario.kind() == Kind.NEGOTIATION) {
            tree.put(
                    "reservation",
                    List.of(actor.reservation().low(), actor.reservation().high()));
        }
        return tree;
    }

    private static Map<String, @Nullable Object> judge(JudgeSpec judge) {
        return switch (judge) {
            case JudgeSpec.Formulas formulas ->
                Json.object(
                        "kind",
                        "rubric",
                        "rules",
                        formulas.rules().stream()
                                .map(rule -> Json.object("when", rule.when(), "score", rule.score()))
                                .toList());
            case JudgeSpec.Model model ->
                Json.object("kind", "model", "provider", model.provider(), "rubric", model.rubric());
        };
    }

    private static Map<String, @Nullable Object> limits(Scenario.Limits limits) {
        return Json.object(
                "max_turns", limits.maxTurns(),
                "max_episode_tokens", limits.maxEpisodeTokens(),
                "max_validation_retries", limits.maxValidationRetries(),
                "penalty_threshold", limits.penaltyThreshold());
    }

    private static Map<String, @Nullable Object> roles(Scenario.Roles roles) {
        return Json.object(
                "mutator", roles.mutator(),
                "provisioner", roles.provisioner(),
                "scout", roles.scout(),
                "tension", roles.tension(),
                "info", roles.info(),
                "capitalizer", roles.capitalizer(),
                "info_every", roles.infoEvery(),
                "headlines",
                        roles.headlines().stream()
                                .map(headline -> Json.object("text", headline.text(), "severity", headline.severity()))
                                .toList());
    }
}
