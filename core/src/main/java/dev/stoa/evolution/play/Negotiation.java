package dev.stoa.evolution.play;

import dev.stoa.evolution.brain.Brain;
import dev.stoa.evolution.brain.Payload.You;
import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.brain.Seeds;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Rounding;
import dev.stoa.evolution.issue.Utility;
import dev.stoa.evolution.scenario.Rubrics;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.scenario.Scenario.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a negotiation: the scenario with its grid and utilities ready. Immutable; episodes share nothing
 * else, so they may be played at the same time.
 */
public final class Negotiation implements Environment {
    private static final double RESERVATION_STEP = 0.01;

    private final Scenario scenario;
    private final @Nullable OutcomeGrid grid;
    private final Map<String, Utility> utilities;
    private final List<StateEditor.Placed> issues;
    private final Judge judge;
    private final Disruptors disruptors;

    private Negotiation(
            Scenario scenario,
            @Nullable OutcomeGrid grid,
            Map<String, Utility> utilities,
            Judge judge,
            Disruptors disruptors) {
        this.scenario = scenario;
        this.grid = grid;
        this.utilities = utilities;
        issues = scenario.issues().stream().map(StateEditor.Placed::of).toList();
        this.judge = judge;
        this.disruptors = disruptors;
    }

    /** The environment of a scenario that needs no model. */
    public static Negotiation of(Scenario scenario) {
        return of(scenario, rubric(scenario), null);
    }

    /** The judge of a scenario whose judge is a rubric. */
    public static Judge rubric(Scenario scenario) {
        return Rubrics.of(scenario)
                .<Judge>map(rubric -> new RubricJudge(rubric, scenario.limits().maxTurns()))
                .orElseThrow(() -> new IllegalArgumentException("the judge of " + scenario.name() + " is a model"));
    }

    /** The disruptors that Stoa brings along; a role that is not built in changes nothing there. */
    public static Disruptors builtinDisruptors(Scenario scenario) {
        return new BuiltinDisruptors(scenario.roles(), required(scenario, utilities(scenario, grid(scenario))));
    }

    private static @Nullable OutcomeGrid grid(Scenario scenario) {
        return scenario.issues().isEmpty() ? null : OutcomeGrid.of(scenario.issues());
    }

    private static Map<String, Utility> utilities(Scenario scenario, @Nullable OutcomeGrid grid) {
        Map<String, Utility> utilities = new LinkedHashMap<>();
        for (Actor actor : scenario.actors()) {
            var preference = actor.utility();
            if (grid != null && preference != null) {
                utilities.put(actor.id(), Utility.of(grid, preference));
            }
        }
        return utilities;
    }

    private static List<Utility> required(Scenario scenario, Map<String, Utility> utilities) {
        List<Utility> required = new ArrayList<>();
        for (String id : scenario.required()) {
            Utility utility = utilities.get(id);
            if (utility != null) {
                required.add(utility);
            }
        }
        return required;
    }

    /** The environment of a scenario with a judge, and with disruptors unless the built-in ones will do. */
    public static Negotiation of(Scenario scenario, Judge judge, @Nullable Disruptors disruptors) {
        OutcomeGrid grid = grid(scenario);
        Map<String, Utility> utilities = utilities(scenario, grid);
        return new Negotiation(
                scenario,
                grid,
                utilities,
                judge,
                disruptors == null
                        ? new BuiltinDisruptors(scenario.roles(), required(scenario, utilities))
                        : disruptors);
    }

    @Override
    public EpisodeResult play(EpisodePlan plan) {
        return new EpisodeRun(this, plan, seated(plan)).play();
    }

    /** An episode whose participants have their reservations already. */
    EpisodeResult playSeated(EpisodePlan plan) {
        return new EpisodeRun(this, plan, plan.participants()).play();
    }

    /** The participants with their reservations of this episode. */
    private List<Participant> seated(EpisodePlan plan) {
        RandomStream random = RandomStream.of(Seeds.derive(plan.seed(), "env"));
        List<Participant> seated = new ArrayList<>();
        for (Participant participant : plan.participants()) {
            seated.add(
                    participant.primary()
                            ? participant.with(
                                    drawn(scenario.actor(participant.id()).reservation(), random))
                            : participant);
        }
        return seated;
    }

    private static double drawn(Range range, RandomStream random) {
        if (range.low() == range.high()) {
            return range.low();
        }
        int values = (int) Math.rint((range.high() - range.low()) / RESERVATION_STEP) + 1;
        return Rounding.twelve(range.low() + RESERVATION_STEP * random.below(values));
    }

    /** A primary actor with the brain that speaks for it. */
    public Participant primary(String id, Brain brain) {
        Actor actor = scenario.actor(id);
        You you = new You(id, actor.name(), actor.role(), actor.goals(), actor.personality(), 0, utilities.get(id));
        return new Participant(you, brain, new Permissions.Primary(actor.mayModify()), 0);
    }

    /** A created agent with the brain that speaks for it. */
    public Participant created(String id, AgentSpec spec, Brain brain) {
        You you = new You(id, spec.archetype(), spec.archetype(), spec.goals(), "", 0, null);
        return new Participant(
                you, brain, new Permissions.Created(spec.allow(), spec.deny(), spec.maxMutations()), spec.every());
    }

    public Scenario scenario() {
        return scenario;
    }

    /** The outcomes, or null without issues. */
    public @Nullable OutcomeGrid grid() {
        return grid;
    }

    /** What outcomes are worth to an actor, or null without issues. */
    public @Nullable Utility utility(String actorId) {
        return utilities.get(actorId);
    }

    List<StateEditor.Placed> issues() {
        return issues;
    }

    Judge judge() {
        return judge;
    }

    /** Whether tension, news and hints are functions of the record. */
    boolean builtinDisruptors() {
        return disruptors instanceof BuiltinDisruptors;
    }

    Disruptors disruptors() {
        return disruptors;
    }
}
