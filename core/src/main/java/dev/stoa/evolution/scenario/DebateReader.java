package dev.stoa.evolution.scenario;

import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.scenario.Scenario.DebateSpec;
import dev.stoa.evolution.scenario.Scenario.Question;
import dev.stoa.evolution.scenario.Scenario.Range;
import dev.stoa.evolution.scenario.Scenario.Roles;
import dev.stoa.evolution.scenario.Tree.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a scenario of kind debate has of its own. Stateless, safe from any thread. */
public final class DebateReader {
    /** The largest file of questions; with them a scenario still has room in its record. */
    public static final int MOST_BYTES = 512 << 10;

    /** The rule of a debate that gives none. */
    static final String RULE = "10*(0.5*panel.accuracy + 0.5*(1 - self.brier)) - 5";

    private static final List<String> PRESETS = List.of("ladder", "classic", "vote", "round-table");
    private static final List<String> SIM_PARAMETERS =
            List.of("correlation", "conformity", "verify", "flip", "pool", "sharpness", "spread");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final String SIM = "sim:";
    private static final int MOST_QUESTIONS = 10_000;
    private static final int LONGEST_QUESTION = 20_000;
    private static final int LONGEST_ANSWER = 8_000;
    private static final int MOST_OPTIONS = 26;
    private static final int LONGEST_OPTION = 200;

    private DebateReader() {}

    /** The table {@code [debate]}; its questions stand in it or in a file. */
    static DebateSpec read(Table table) {
        Tree given = table.find("questions");
        boolean here = given != null && given.value() instanceof List<?>;
        List<Question> questions = here ? questions(table.tables("questions", MOST_QUESTIONS)) : List.of();
        DebateSpec spec = new DebateSpec(
                here ? "" : table.text("questions", 1, 4_096),
                questions,
                (int) table.whole("per_episode", 1, 200, 20),
                table.word("preset", PRESETS, PRESETS.getFirst()));
        if (here && questions.size() < spec.perEpisode()) {
            table.wrong("questions", few(questions.size(), spec));
        }
        table.end();
        return spec;
    }

    private static String few(int questions, DebateSpec spec) {
        return "must have at least per_episode = " + spec.perEpisode() + " entries, has " + questions;
    }

    private static List<Question> questions(List<Table> tables) {
        List<Question> questions = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Table table : tables) {
            Question question = new Question(
                    table.matching("id", ID, null),
                    table.text("question", 1, LONGEST_QUESTION),
                    table.text("answer", 1, LONGEST_ANSWER),
                    table.texts("options", MOST_OPTIONS, LONGEST_OPTION, List.of()));
            table.end();
            if (!question.id().isEmpty() && !ids.add(question.id())) {
                table.wrong("id", "\"" + question.id() + "\" is the id of another question");
            }
            if (question.options().size() == 1) {
                table.wrong("options", "must have 2 to " + MOST_OPTIONS + " entries, has 1");
            } else if (!question.options().isEmpty() && !question.options().contains(question.answer())) {
                table.wrong("answer", "must be one of the options");
            }
            questions.add(question);
        }
        return questions;
    }

    /**
     * A scenario with the questions of its file, one JSON object a line; all errors are in one exception.
     *
     * @param file how errors name the file
     */
    public static Scenario with(Scenario scenario, String file, String text) {
        Problems problems = new Problems();
        List<Table> tables = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                Problems wrong = new Problems();
                Tree tree = Tree.json(lines.get(i), MOST_BYTES, wrong);
                Position at = new Position(i + 1, 1);
                wrong.all().forEach(each -> problems.add(at, each.field(), each.message()));
                if (tree != null) {
                    tables.add(Table.of(tree.at(at), "", problems));
                }
            }
        }
        List<Question> questions = questions(tables);
        Scenario whole = scenario.withQuestions(questions);
        DebateSpec spec = whole.debate();
        if (spec != null && questions.size() < spec.perEpisode()) {
            problems.add(new Position(Math.max(1, lines.size()), 1), "", few(questions.size(), spec));
        }
        problems.throwIfAny(file);
        return whole;
    }

    /** What is missing before a scenario of kind debate can run, or null. */
    public static @Nullable String unready(Scenario scenario) {
        DebateSpec spec = scenario.debate();
        if (spec == null) {
            return null;
        }
        if (spec.asked().isEmpty()) {
            return "debate.questions names the file " + spec.questions() + ", which was not read";
        }
        for (Question question : spec.asked()) {
            if (question.options().isEmpty()
                    && scenario.actors().stream()
                            .anyMatch(actor -> actor.brain().startsWith(SIM))) {
                return "question " + question.id() + " has no options, among which a simulated agent chooses";
            }
        }
        return null;
    }

    /** Refuses what an actor of a debate cannot have; what may change of it has to be said. */
    static void check(Table actor, String brain, boolean evolves, @Nullable Map<String, Range> mutable) {
        for (String field : List.of("utility", "reservation")) {
            if (actor.has(field)) {
                actor.wrong(field, "does not belong in a debate");
            }
        }
        if (mutable == null) {
            if (evolves && !Policy.names(brain)) {
                actor.missing("mutable");
            }
            return;
        }
        Table table = actor.table("mutable");
        mutable.forEach((name, range) -> {
            if (!brain.startsWith(SIM) || name.equals("accuracy")) {
                return;
            }
            if (!SIM_PARAMETERS.contains(name)) {
                table.wrong(name, "a simulated agent has no such number; use " + String.join(", ", SIM_PARAMETERS));
            } else if (range.low() < 0 || range.high() > 1) {
                table.wrong(name, "must be within 0 to 1");
            }
        });
    }

    /** Refuses roles that change the state of a negotiation, which a debate does not have. */
    static void check(Table table, Roles roles) {
        Map.of("tension", roles.tension(), "info", roles.info(), "capitalizer", roles.capitalizer())
                .forEach((name, role) -> {
                    if (!role.equals(Roles.OFF)) {
                        table.wrong(name, "must be \"off\" in a debate");
                    }
                });
    }
}
