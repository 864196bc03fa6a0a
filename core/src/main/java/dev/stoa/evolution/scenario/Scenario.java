package dev.stoa.evolution.scenario;

import dev.stoa.base.TextEnum;
import dev.stoa.evolution.issue.Issue;
import dev.stoa.evolution.issue.Preference;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is played and how it is improved, with every default filled in. Immutable; made by {@link ScenarioReader}, which
 * has checked it.
 *
 * @param name its name
 * @param kind what an episode is
 * @param context what every party is told
 * @param seed the seed of a run that names none
 * @param discount what a turn leaves of the value
 * @param variables the public state at the start
 * @param issues what is negotiated
 * @param actors who takes part
 * @param turnOrder who speaks when, again and again
 * @param judge who scores
 * @param limits where an episode ends
 * @param roles who changes the environment and who improves the actors
 * @param debate what is asked, in a debate
 * @param evolution how it is improved
 */
public record Scenario(
        String name,
        Kind kind,
        String context,
        long seed,
        double discount,
        Map<String, @Nullable Object> variables,
        List<Issue> issues,
        List<Actor> actors,
        List<String> turnOrder,
        JudgeSpec judge,
        Limits limits,
        Roles roles,
        @Nullable DebateSpec debate,
        EvolutionSettings evolution) {
    /** The version of the format. */
    public static final int SCHEMA = 1;

    public Scenario {
        issues = List.copyOf(issues);
        actors = List.copyOf(actors);
        turnOrder = List.copyOf(turnOrder);
    }

    /** What an episode is. */
    public enum Kind implements TextEnum {
        NEGOTIATION,
        DEBATE
    }

    /**
     * One who takes part.
     *
     * @param id its id in the run
     * @param name its name
     * @param role what it is
     * @param goals what it wants
     * @param personality how it is
     * @param core the part of its prompt that never changes
     * @param strategy the part of its prompt that evolution may change
     * @param tactic the name of the first strategy of a model
     * @param brain what speaks for it
     * @param evolve whether it is improved
     * @param required whether no deal is possible without it
     * @param mayModify which paths it may change
     * @param mutable what evolution may change, or null for all the policy has; empty freezes
     * @param utility what it wants of the issues, or null without issues
     * @param reservation the range of the utility below which it loses
     */
    public record Actor(
            String id,
            String name,
            String role,
            List<String> goals,
            String personality,
            String core,
            String strategy,
            String tactic,
            String brain,
            boolean evolve,
            boolean required,
            List<String> mayModify,
            @Nullable Map<String, Range> mutable,
            @Nullable Preference utility,
            Range reservation) {
        public Actor {
            goals = List.copyOf(goals);
            mayModify = List.copyOf(mayModify);
        }
    }

    /**
     * From one number to another.
     *
     * @param low the smaller
     * @param high the larger
     */
    public record Range(double low, double high) {}

    /** Who scores an episode. */
    public sealed interface JudgeSpec {
        /**
         * Formulas.
         *
         * @param rules the rules in order
         */
        record Formulas(List<RuleText> rules) implements JudgeSpec {
            public Formulas {
                rules = List.copyOf(rules);
            }
        }

        /**
         * A model.
         *
         * @param provider which
         * @param rubric what it is told to look at
         */
        record Model(String provider, String rubric) implements JudgeSpec {}
    }

    /**
     * One rule of a rubric as text.
     *
     * @param when its condition
     * @param score its score
     */
    public record RuleText(String when, String score) {}

    /**
     * Where an episode ends.
     *
     * @param maxTurns after how many turns
     * @param maxEpisodeTokens beyond how many tokens
     * @param maxValidationRetries how many attempts a turn has in all
     * @param penaltyThreshold at how many skipped turns of one actor
     */
    public record Limits(int maxTurns, long maxEpisodeTokens, int maxValidationRetries, int penaltyThreshold) {}

    /**
     * Who changes the environment and who improves the actors: {@code builtin}, {@code off} or a provider.
     *
     * @param mutator who proposes variants
     * @param provisioner who designs agents
     * @param scout who looks for what was not tried
     * @param tension who sets the tension
     * @param info who brings news
     * @param capitalizer who hints
     * @param infoEvery in which turns there may be news
     * @param headlines the built-in news
     */
    public record Roles(
            String mutator,
            String provisioner,
            String scout,
            String tension,
            String info,
            String capitalizer,
            int infoEvery,
            List<Headline> headlines) {
        /** The word for what Stoa brings along. */
        public static final String BUILTIN = "builtin";

        /** The word for nothing. */
        public static final String OFF = "off";

        public Roles {
            headlines = List.copyOf(headlines);
        }
    }

    /**
     * A piece of news.
     *
     * @param text what it says
     * @param severity how much it matters
     */
    public record Headline(String text, int severity) {}

    /**
     * What a debate is asked.
     *
     * @param questions the file of the questions; empty where the scenario has them itself
     * @param asked the questions; none before their file is read
     * @param perEpisode how many an episode draws
     * @param preset how each is debated
     */
    public record DebateSpec(String questions, List<Question> asked, int perEpisode, String preset) {
        public DebateSpec {
            asked = List.copyOf(asked);
        }
    }

    /**
     * A question whose answer is known.
     *
     * @param id its id among the questions
     * @param question what is asked
     * @param answer the right answer
     * @param options what may be answered, none where that is open
     */
    public record Question(String id, String question, String answer, List<String> options) {
        public Question {
            options = List.copyOf(options);
        }
    }

    /** The actor of an id. */
    public Actor actor(String id) {
        for (Actor actor : actors) {
            if (actor.id().equals(id)) {
                return actor;
            }
        }
        throw new IllegalArgumentException("scenario " + name + " has no actor " + id);
    }

    /** The ids of the actors without whom there is no deal, in file order. */
    public List<String> required() {
        return actors.stream().filter(Actor::required).map(Actor::id).toList();
    }

    /** The actors that evolve, by their first turn. */
    public List<Actor> evolving() {
        return turnOrder.stream()
                .distinct()
                .map(this::actor)
                .filter(Actor::evolve)
                .toList();
    }

    /** The same scenario improved in another way. */
    public Scenario with(EvolutionSettings settings) {
        return new Scenario(
                name, kind, context, seed, discount, variables, issues, actors, turnOrder, judge, limits, roles, debate,
                settings);
    }

    /** The same scenario with the questions of its debates. */
    public Scenario withQuestions(List<Question> questions) {
        DebateSpec spec = debate;
        if (spec == null) {
            return this;
        }
        return new Scenario(
                name,
                kind,
                context,
                seed,
                discount,
                variables,
                issues,
                actors,
                turnOrder,
                judge,
                limits,
                roles,
                new DebateSpec(spec.questions(), questions, spec.perEpisode(), spec.preset()),
                evolution);
    }
}
