package dev.stoa.evolution.scenario;

import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.evolution.brain.Parameter;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.PolicyKind;
import dev.stoa.evolution.issue.Issue;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Preference;
import dev.stoa.evolution.issue.StatePath;
import dev.stoa.evolution.judge.ValueType;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.scenario.Scenario.DebateSpec;
import dev.stoa.evolution.scenario.Scenario.Headline;
import dev.stoa.evolution.scenario.Scenario.JudgeSpec;
import dev.stoa.evolution.scenario.Scenario.Kind;
import dev.stoa.evolution.scenario.Scenario.Limits;
import dev.stoa.evolution.scenario.Scenario.Range;
import dev.stoa.evolution.scenario.Scenario.Roles;
import dev.stoa.evolution.scenario.Scenario.RuleText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads scenarios. For one thread and one text; {@link #toml} and {@link #json} are safe from any thread. */
public final class ScenarioReader {
    /** The largest scenario. */
    public static final int MOST_BYTES = 1 << 20;

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");
    private static final Pattern ACTOR = Pattern.compile("[a-z][a-z0-9_]{0,31}");
    private static final Pattern TACTIC = Pattern.compile("[a-z0-9_/-]{1,200}");
    private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,19}");
    private static final int LONG_TEXT = 20_000;
    private static final int SHORT_TEXT = 2_000;
    private static final int MOST_ACTORS = 16;
    private static final int MOST_ISSUES = 6;
    private static final double WEIGHT_DUST = 1e-9;

    private final Table root;
    private final Problems problems;
    private final Map<String, ?> defaults;
    private Kind kind = Kind.NEGOTIATION;

    private ScenarioReader(Table root, Problems problems, Map<String, ?> defaults) {
        this.root = root;
        this.problems = problems;
        this.defaults = defaults;
    }

    /** A scenario as a file has it; {@code file} is how errors name it. All errors are in one exception. */
    public static Scenario toml(String file, String text) {
        return toml(file, text, Map.of());
    }

    /**
     * The same where a configuration gives defaults.
     *
     * @param defaults settings of {@code [evolution]} that hold where the file does not give them, by name
     */
    public static Scenario toml(String file, String text, Map<String, ?> defaults) {
        Problems problems = new Problems();
        Optional<Scenario> scenario = read(text, true, problems, defaults);
        problems.throwIfAny(file);
        return scenario.orElseThrow();
    }

    /** A scenario as JSON has it, with the same fields. */
    public static Scenario json(String text) {
        return json(text, Map.of());
    }

    /**
     * The same where a configuration gives defaults.
     *
     * @param defaults settings of {@code [evolution]} that hold where the text does not give them, by name
     */
    public static Scenario json(String text, Map<String, ?> defaults) {
        Problems problems = new Problems();
        Optional<Scenario> scenario = read(text, false, problems, defaults);
        problems.throwIfAny("");
        return scenario.orElseThrow();
    }

    /** What is wrong with the text of a file; nothing where it is a scenario. */
    public static List<Problem> check(String text) {
        Problems problems = new Problems();
        read(text, true, problems, Map.of());
        return problems.all();
    }

    private static Optional<Scenario> read(String text, boolean toml, Problems problems, Map<String, ?> defaults) {
        if (text.length() > MOST_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            problems.add(Tree.Position.NONE, "", "has more than " + MOST_BYTES + " bytes");
            return Optional.empty();
        }
        Tree tree = toml ? Tree.toml(text, problems) : Tree.json(text, MOST_BYTES, problems);
        if (tree == null || !problems.none()) {
            return Optional.empty();
        }
        Scenario scenario = new ScenarioReader(Table.of(tree, "", problems), problems, defaults).read();
        return problems.none() ? Optional.of(scenario) : Optional.empty();
    }

    private Scenario read() {
        if (!root.has("schema")) {
            root.missing("schema");
        } else if (root.whole("schema", Long.MIN_VALUE, Long.MAX_VALUE, 0) != Scenario.SCHEMA) {
            root.wrong("schema", "must be " + Scenario.SCHEMA + "; this version of Stoa reads no other");
        }
        String name = root.matching("name", NAME, null);
        kind = root.word("kind", List.of("negotiation", "debate"), "negotiation")
                        .equals("debate")
                ? Kind.DEBATE
                : Kind.NEGOTIATION;
        String context = root.text("context", 1, LONG_TEXT);
        long seed = seed();
        double discount = root.real("discount", 0, true, 1, 1);
        Map<String, @Nullable Object> variables = Map.of();
        List<Issue> issues = List.of();
        DebateSpec debate = null;
        if (kind == Kind.DEBATE) {
            for (String field : List.of("state", "issues", "turn_order")) {
                if (root.has(field)) {
                    root.wrong(field, "does not belong in a debate");
                }
            }
            debate = DebateReader.read(root.table("debate"));
        } else {
            variables = variables();
            issues = issues(variables);
            if (root.has("debate")) {
                root.wrong("debate", "belongs only in a scenario of kind debate");
            }
        }
        List<Actor> actors = actors(issues);
        List<String> order = turnOrder(actors);
        JudgeSpec judge = judge(!issues.isEmpty());
        Limits limits = limits();
        Roles roles = roles();
        EvolutionSettings settings = SettingsReader.read(root.table("evolution"), limits.maxTurns(), defaults);
        root.end();
        return new Scenario(
                name, kind, context, seed, discount, variables, issues, actors, order, judge, limits, roles, debate,
                settings);
    }

    /** The seed; JSON may give its digits as text, since a number of another language loses some. */
    private long seed() {
        Tree tree = root.find("seed");
        if (tree != null
                && tree.value() instanceof String digits
                && DIGITS.matcher(digits).matches()) {
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException e) {
                root.wrong("seed", "is beyond 64 bits");
                return 1;
            }
        }
        return root.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1);
    }

    private Map<String, @Nullable Object> variables() {
        Table state = root.table("state");
        Tree tree = state.find("variables");
        state.end();
        if (tree == null) {
            return Map.of();
        }
        Map<String, @Nullable Object> variables =
                Table.of(tree, "state.variables", problems).plain();
        String wrong = StateLimits.wrong(variables);
        if (wrong != null) {
            state.wrong("variables", wrong);
            return Map.of();
        }
        return variables;
    }

    private List<Issue> issues(Map<String, @Nullable Object> variables) {
        List<Issue> issues = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        long outcomes = 1;
        for (Table table : root.tables("issues", MOST_ISSUES)) {
            String text = table.text("path", 1, 600);
            double min = table.number("min");
            double max = table.number("max");
            double step = table.number("step");
            table.end();
            Optional<StatePath> path = StatePath.parse(text);
            if (path.isEmpty() && !text.isEmpty()) {
                table.wrong("path", "is not a path, such as offer.price");
            }
            Issue issue = new Issue(text, min, max, step);
            if (Double.isNaN(min + max + step) || path.isEmpty()) {
                continue;
            }
            if (!paths.add(text)) {
                table.wrong("path", "is the path of another issue");
            }
            if (min >= max) {
                table.wrong("max", "must be above min " + Table.shown(min) + ", was " + Table.shown(max));
                continue;
            }
            if (step <= 0 || !issue.divides()) {
                table.wrong("step", "must be above 0 and divide the range, was " + Table.shown(step));
                continue;
            }
            outcomes *= Math.min((long) ((max - min) / step) + 1, OutcomeGrid.MOST + 1L);
            if (outcomes > OutcomeGrid.MOST) {
                root.wrong("issues", "have more than " + OutcomeGrid.MOST + " outcomes; use larger steps");
                return List.of();
            }
            if (!(path.get().find(variables) instanceof Number number) || issue.index(number.doubleValue()) < 0) {
                table.wrong("path", "must hold a number on the grid in state.variables");
                continue;
            }
            issues.add(issue);
        }
        return issues;
    }

    private List<Actor> actors(List<Issue> issues) {
        List<Table> tables = root.tables("actors", MOST_ACTORS);
        if (tables.size() < 2) {
            if (root.has("actors")) {
                root.wrong("actors", "must have 2 to " + MOST_ACTORS + " entries, has " + tables.size());
            } else {
                root.missing("actors");
            }
        }
        List<Actor> actors = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Table table : tables) {
            Actor actor = actor(table, issues);
            if (!actor.id().isEmpty() && !ids.add(actor.id())) {
                table.wrong("id", "\"" + actor.id() + "\" is the id of another actor");
            }
            actors.add(actor);
        }
        if (tables.size() >= 2 && actors.stream().filter(Actor::required).count() < 2) {
            root.wrong("actors", "must have at least two that are required");
        }
        return actors;
    }

    private Actor actor(Table table, List<Issue> issues) {
        String id = table.matching("id", ACTOR, null);
        String brain = table.text("brain", 1, MOST_BYTES);
        Optional<Policy> policy = policy(table, brain, issues);
        Actor actor = new Actor(
                id,
                table.text("name", 1, 200, id),
                table.text("role", 0, SHORT_TEXT, ""),
                table.texts("goals", 20, SHORT_TEXT, List.of()),
                table.text("personality", 0, SHORT_TEXT, ""),
                table.text("core", 0, LONG_TEXT, ""),
                table.text("strategy", 0, 8_000, ""),
                table.matching("tactic", TACTIC, "initial"),
                brain,
                table.flag("evolve", true),
                table.flag("required", true),
                mayModify(table),
                mutable(table, brain, policy),
                utility(table, issues),
                reservation(table));
        if (kind == Kind.DEBATE) {
            DebateReader.check(table, brain, actor.evolve(), actor.mutable());
        }
        table.end();
        return actor;
    }

    private Optional<Policy> policy(Table table, String brain, List<Issue> issues) {
        if (!Policy.names(brain)) {
            return Optional.empty();
        }
        try {
            Policy policy = Policy.parse(brain);
            if (policy.kind() == PolicyKind.BROKER) {
                table.wrong("brain", "policy broker is for created agents only");
            } else if (kind == Kind.DEBATE) {
                table.wrong("brain", "a debate takes agents of a provider, not policies");
            } else if (issues.isEmpty() && policy.kind() != PolicyKind.SCRIPTED && !root.has("issues")) {
                table.wrong("brain", "policy " + policy.kind().text() + " needs issues");
            }
            return Optional.of(policy);
        } catch (InvalidException e) {
            table.wrong(
                    "brain", e.getMessage() + e.hint().map(hint -> "; " + hint).orElse(""));
        } catch (StoaException e) {
            table.wrong("brain", e.getMessage());
        }
        return Optional.empty();
    }

    private static List<String> mayModify(Table table) {
        List<String> patterns = table.texts("may_modify", 256, 600, List.of("*"));
        for (String pattern : patterns) {
            if (!pattern.equals("*") && StatePath.parse(pattern).isEmpty()) {
                table.wrong("may_modify", "\"" + pattern + "\" is neither * nor a path");
            }
        }
        return patterns;
    }

    private static @Nullable Map<String, Range> mutable(Table actor, String brain, Optional<Policy> policy) {
        if (!actor.has("mutable")) {
            return null;
        }
        Table table = actor.table("mutable");
        Map<String, Range> ranges = new LinkedHashMap<>();
        for (String name : table.keys()) {
            Range range = range(table, name);
            if (range == null) {
                continue;
            }
            if (policy.isPresent()) {
                Optional<Parameter> parameter = policy.get().kind().parameters().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst();
                if (parameter.isEmpty()) {
                    table.wrong(name, "policy " + policy.get().kind().text() + " has no such parameter");
                } else if (range.low() < parameter.get().low()
                        || range.high() > parameter.get().high()) {
                    table.wrong(
                            name,
                            "must be within " + Table.shown(parameter.get().low()) + " to "
                                    + Table.shown(parameter.get().high()));
                }
            } else if (name.equals("accuracy") && brain.startsWith("sim:")) {
                table.wrong(name, "is competence and not strategy, so it does not evolve");
            }
            ranges.put(name, range);
        }
        return java.util.Collections.unmodifiableMap(ranges);
    }

    private static @Nullable Range range(Table table, String name) {
        List<Tree> ends = table.elements(name, 2);
        Double low = ends.size() == 2 ? Table.number(ends.get(0)) : null;
        Double high = ends.size() == 2 ? Table.number(ends.get(1)) : null;
        if (low == null || high == null || low > high) {
            table.wrong(name, "must be [low, high], the lower number first");
            return null;
        }
        return new Range(low, high);
    }

    private @Nullable Preference utility(Table actor, List<Issue> issues) {
        if (kind == Kind.DEBATE) {
            return null;
        }
        if (issues.isEmpty()) {
            // Where issues stand but are wrong, that alone is said.
            if (actor.has("utility") && !root.has("issues")) {
                actor.wrong("utility", "needs issues");
            }
            return null;
        }
        if (!actor.has("utility")) {
            actor.missing("utility");
            return null;
        }
        Table table = actor.table("utility");
        List<Preference.Side> sides = new ArrayList<>();
        double sum = 0;
        for (Issue issue : issues) {
            if (!table.has(issue.path())) {
                table.missing(issue.path());
                continue;
            }
            Table side = table.table(issue.path());
            double weight = side.number("weight");
            if (weight < 0) {
                side.wrong("weight", "must be 0 or more, was " + Table.shown(weight));
            }
            if (!side.has("better")) {
                side.missing("better");
            }
            sides.add(new Preference.Side(
                    weight, side.word("better", List.of("high", "low"), "high").equals("high")));
            side.end();
            sum += weight;
        }
        table.end();
        // Not a number where a weight was wrong, which has been said.
        if (Math.abs(sum - 1) > WEIGHT_DUST && sides.size() == issues.size()) {
            actor.wrong("utility", "the weights must sum to 1, sum to " + Table.shown(sum));
        }
        return new Preference(sides);
    }

    private static Range reservation(Table actor) {
        Tree tree = actor.find("reservation");
        if (tree == null) {
            return new Range(0, 0);
        }
        Range range;
        if (tree.value() instanceof List<?>) {
            range = range(actor, "reservation");
        } else {
            Double number = Table.number(tree);
            range = number == null ? null : new Range(number, number);
        }
        if (range == null || range.low() < 0 || range.high() > 1) {
            actor.wrong("reservation", "must be a number or [low, high] within 0 to 1, was " + tree.shown());
            return new Range(0, 0);
        }
        return range;
    }

    private List<String> turnOrder(List<Actor> actors) {
        List<String> ids = actors.stream().map(Actor::id).toList();
        if (kind == Kind.DEBATE) {
            return ids;
        }
        List<String> order = root.texts("turn_order", 256, 32, ids);
        for (String id : order) {
            if (!ids.contains(id)) {
                root.wrong("turn_order", "\"" + id + "\" is no actor");
            }
        }
        for (String id : ids) {
            if (!order.contains(id)) {
                root.wrong("turn_order", "leaves out actor \"" + id + "\"");
            }
        }
        return order;
    }

    private JudgeSpec judge(boolean issues) {
        if (!root.has("judge")) {
            if (kind == Kind.DEBATE) {
                return new JudgeSpec.Formulas(List.of(new RuleText("true", DebateReader.RULE)));
            }
            root.missing("judge");
            return new JudgeSpec.Formulas(List.of());
        }
        Table table = root.table("judge");
        String which = table.word("kind", List.of("rubric", "model"), "rubric");
        if (which.equals("model") && kind == Kind.DEBATE) {
            table.wrong("kind", "must be \"rubric\" in a debate, whose answers are known");
        }
        if (which.equals("model")) {
            JudgeSpec model = new JudgeSpec.Model(table.text("provider", 1, 500), table.text("rubric", 1, LONG_TEXT));
            table.end();
            return model;
        }
        List<RuleText> rules = new ArrayList<>();
        for (Table rule : table.tables("rules", 50)) {
            rules.add(new RuleText(
                    formula(rule, "when", issues, ValueType.TRUTH), formula(rule, "score", issues, ValueType.NUMBER)));
            rule.end();
        }
        if (!table.has("rules")) {
            table.missing("rules");
        } else if (rules.isEmpty()) {
            table.wrong("rules", "must have 1 to 50 entries");
        } else if (!rules.getLast().when().equals("true")) {
            table.wrong("rules", "the last rule must have when = \"true\"");
        }
        table.end();
        return new JudgeSpec.Formulas(rules);
    }

    private String formula(Table rule, String key, boolean issues, ValueType wanted) {
        Tree tree = rule.find(key);
        if (tree == null) {
            rule.missing(key);
            return "";
        }
        String text = switch (tree.value()) {
            case String formula -> formula;
            case Long number -> number.toString();
            case Double number -> Table.shown(number);
            case Boolean truth -> truth.toString();
            case null, default -> null;
        };
        if (text == null) {
            rule.wrong(key, "must be a formula, was " + tree.shown());
            return "";
        }
        String wrong = Rubrics.wrong(kind, issues || root.has("issues"), text, wanted);
        if (wrong != null) {
            rule.wrong(key, wrong);
        }
        return text;
    }

    private Limits limits() {
        Table table = root.table("limits");
        Limits limits = new Limits(
                (int) table.whole("max_turns", 2, 500, 20),
                table.whole("max_episode_tokens", 1, 100_000_000, 50_000),
                (int) table.whole("max_validation_retries", 1, 10, 3),
                (int) table.whole("penalty_threshold", 1, 10, 2));
        table.end();
        return limits;
    }

    private Roles roles() {
        Table table = root.table("roles");
        List<Headline> headlines = new ArrayList<>();
        for (Table headline : table.tables("headlines", 100)) {
            headlines.add(new Headline(headline.text("text", 1, 500), (int) headline.whole("severity", 1, 10, 5)));
            headline.end();
        }
        Roles roles = new Roles(
                table.text("mutator", 1, 500, Roles.BUILTIN),
                table.text("provisioner", 1, 500, Roles.BUILTIN),
                table.text("scout", 1, 500, Roles.BUILTIN),
                table.text("tension", 1, 500, Roles.OFF),
                table.text("info", 1, 500, Roles.OFF),
                table.text("capitalizer", 1, 500, Roles.OFF),
                (int) table.whole("info_every", 1, 100, 3),
                headlines);
        if (roles.info().equals(Roles.BUILTIN) && headlines.isEmpty()) {
            table.wrong("info", "builtin needs headlines");
        }
        if (kind == Kind.DEBATE) {
            DebateReader.check(table, roles);
        }
        table.end();
        return roles;
    }
}
