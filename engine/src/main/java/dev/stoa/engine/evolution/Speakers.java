package dev.stoa.engine.evolution;

import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Answer;
import dev.stoa.evolution.brain.Brain;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.Reply;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.play.Disruptors;
import dev.stoa.evolution.play.Judge;
import dev.stoa.evolution.play.Negotiation;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.scenario.Scenario.JudgeSpec;
import dev.stoa.evolution.scenario.Scenario.Kind;
import dev.stoa.evolution.scenario.Scenario.Roles;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Those who speak, judge and advise in a run: policies, and models where the scenario names some. Immutable. */
final class Speakers {
    /** The parameters of models that mutators move. */
    static final List<String> MOVED = List.of("temperature", "frequency_penalty");

    private final Scenario scenario;
    private final Oracle oracle;

    Speakers(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    /** Refuses models that could not be asked as they are, before anything is played. */
    void check() {
        for (Actor actor : scenario.actors()) {
            // The agents of a debate are asked by its engine, which knows more providers.
            if (scenario.kind() != Kind.DEBATE && !Policy.names(actor.brain())) {
                oracle.check(actor);
            }
        }
        if (scenario.judge() instanceof JudgeSpec.Model model) {
            oracle.check("judge", model.provider());
        }
        models(scenario.roles()).forEach(oracle::check);
    }

    /** The models that the scenario names. */
    List<String> models() {
        List<String> models = new ArrayList<>(models(scenario.roles()).values());
        if (scenario.judge() instanceof JudgeSpec.Model model) {
            models.add(model.provider());
        }
        scenario.actors().stream()
                .map(Actor::brain)
                .filter(brain -> !Policy.names(brain))
                .forEach(models::add);
        return models;
    }

    private static Map<String, String> models(Roles roles) {
        Map<String, String> models = new LinkedHashMap<>();
        models.put("mutator", roles.mutator());
        models.put("provisioner", roles.provisioner());
        models.put("scout", roles.scout());
        models.put("tension", roles.tension());
        models.put("info", roles.info());
        models.put("capitalizer", roles.capitalizer());
        models.values().removeIf(word -> !isModel(word));
        return models;
    }

    static boolean isModel(String role) {
        return !role.equals(Roles.BUILTIN) && !role.equals(Roles.OFF);
    }

    /** Whether every party of the scenario is a policy, or simulated. */
    boolean offline() {
        return scenario.actors().stream()
                .allMatch(actor -> scenario.kind() == Kind.DEBATE ? isSimulated(actor) : Policy.names(actor.brain()));
    }

    /** Whether an actor only pretends to answer. */
    static boolean isSimulated(Actor actor) {
        return actor.brain().startsWith("sim:");
    }

    /** Whether an episode costs nothing: nobody in it is a model. */
    boolean free() {
        return offline() && scenario.judge() instanceof JudgeSpec.Formulas && !disrupted();
    }

    /** Whether a model changes the environment of episodes, which is then asked after every turn. */
    boolean disrupted() {
        Roles roles = scenario.roles();
        return Stream.of(roles.tension(), roles.info(), roles.capitalizer()).anyMatch(Speakers::isModel);
    }

    AtomicLong tokens() {
        return oracle.tokens();
    }

    Oracle oracle() {
        return oracle;
    }

    /** The environment of the scenario with its judge and its disruptors. */
    Negotiation negotiation() {
        Disruptors disruptors = disrupted()
                ? new ModelDisruptors(oracle, scenario.roles(), Negotiation.builtinDisruptors(scenario))
                : null;
        Judge judge = scenario.judge() instanceof JudgeSpec.Model model
                ? new ModelJudge(oracle, model)
                : Negotiation.rubric(scenario);
        return Negotiation.of(scenario, judge, disruptors);
    }

    /** The first hyperparameters of an actor. */
    static Map<String, @Nullable Object> hyperparameters(Actor actor) {
        if (Policy.names(actor.brain())) {
            return Policy.parse(actor.brain()).hyperparameters();
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("brain", actor.brain());
        int query = actor.brain().indexOf('?');
        Map<String, Scenario.Range> listed = actor.mutable() == null ? Map.of() : actor.mutable();
        for (String pair :
                query < 0 ? new String[0] : actor.brain().substring(query + 1).split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (equals > 0 && (MOVED.contains(name) || listed.containsKey(name))) {
                number(pair.substring(equals + 1)).ifPresent(value -> all.put(name, value));
            }
        }
        return all;
    }

    /** The strategy of an actor of a provider: its text, and a line for each parameter that its scenario lists. */
    static String strategy(Actor actor, Map<String, ? extends @Nullable Object> hyperparameters) {
        List<String> lines = new ArrayList<>();
        if (!actor.strategy().isEmpty()) {
            lines.add(actor.strategy());
        }
        if (actor.mutable() != null) {
            for (String name : actor.mutable().keySet()) {
                Object value = hyperparameters.get(name);
                if (value != null) {
                    lines.add(name + " = " + Json.canonical(value));
                }
            }
        }
        return String.join("\n", lines);
    }

    private static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            // A word such as default, which the provider understands.
            return Optional.empty();
        }
    }

    /** What speaks for a profile. */
    Brain brain(Profile profile, @Nullable OutcomeGrid grid) {
        Optional<Policy> policy = Policy.of(profile.hyperparameters());
        return policy.isPresent() ? policy.get().brain(grid, scenario.required()) : model(profile);
    }

    /** Whether a model speaks for a profile. */
    static boolean isModel(Profile profile) {
        return Policy.of(profile.hyperparameters()).isEmpty();
    }

    private Brain model(Profile profile) {
        AgentSpec agent = oracle.agent(profile);
        return (payload, random) -> {
            Answer answer = oracle.ask(agent, null, Json.write(payload.document()), random.next());
            return new Reply.Text(
                    Oracle.bare(String.valueOf(answer.content())), answer.tokensIn() + (long) answer.tokensOut());
        };
    }

    /** The disruptors that are on, by the archetype of their profile. */
    List<String> disruptors() {
        Map<String, String> roles = new LinkedHashMap<>();
        roles.put("disruptor_tension", scenario.roles().tension());
        roles.put("disruptor_info", scenario.roles().info());
        roles.values().removeIf(Roles.OFF::equals);
        return List.copyOf(roles.keySet());
    }
}
