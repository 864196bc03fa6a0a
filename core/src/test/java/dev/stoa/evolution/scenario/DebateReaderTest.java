package dev.stoa.evolution.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.InvalidException;
import dev.stoa.evolution.scenario.Scenario.Question;
import dev.stoa.evolution.scenario.Scenario.Range;
import dev.stoa.evolution.search.ParameterMutator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class DebateReaderTest {
    private static final String PANEL = """
            schema = 1
            name = "panel"
            kind = "debate"
            context = "A panel."
            [debate]
            questions = "q.jsonl"
            per_episode = 2
            preset = "vote"
            [[actors]]
            id = "a"
            brain = "sim:?accuracy=0.7&conformity=0.25"
            mutable = {conformity = [0, 1]}
            [[actors]]
            id = "b"
            brain = "openai:gpt-5-mini"
            mutable = {temperature = [0, 1]}
            """;
    private static final String QUESTIONS = """
            {"id": "q1", "question": "One?", "answer": "1", "options": ["1", "2"]}

            {"id": "q2", "question": "Two?", "answer": "2", "options": ["1", "2"]}
            """;

    private static String wrong(String text) {
        try {
            ScenarioReader.toml("a.toml", text);
            return "";
        } catch (InvalidException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String wrongQuestions(String text) {
        try {
            DebateReader.with(ScenarioReader.toml("a.toml", PANEL), "q.jsonl", text);
            return "";
        } catch (InvalidException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void whatDoesNotBelongInADebateIsRefusedWithItsPosition() {
        assertThat(wrong(PANEL.replace("[debate]", "state.variables.x = 1\n[debate]")))
                .isEqualTo("a.toml:5:1: state: does not belong in a debate");
        assertThat(wrong(PANEL.replace("[debate]", "issues = []\n[debate]")))
                .isEqualTo("a.toml:5:1: issues: does not belong in a debate");
        assertThat(wrong(PANEL.replace("id = \"b\"", "id = \"b\"\nreservation = 0.1")))
                .isEqualTo("a.toml:15:1: actors[1].reservation: does not belong in a debate");
        assertThat(wrong(PANEL.replace("id = \"b\"", "id = \"b\"\nutility = {}")))
                .isEqualTo("a.toml:15:1: actors[1].utility: does not belong in a debate");
        assertThat(wrong(PANEL.replace("conformity = [", "accuracy = [")))
                .isEqualTo(
                        "a.toml:12:12: actors[0].mutable.accuracy: is competence and not strategy, so it does not evolve");
        assertThat(wrong(PANEL.replace("mutable = {temperature = [0, 1]}", "")))
                .isEqualTo("a.toml:13:1: actors[1].mutable: is missing");
        assertThat(wrong(PANEL.replace("mutable = {temperature = [0, 1]}", "evolve = false")))
                .isEmpty();
        assertThat(wrong(PANEL.replace("conformity = [0, 1]", "conformity = [0, 2], latency_ms = [0, 1]")))
                .contains("mutable.conformity: must be within 0 to 1")
                .contains("mutable.latency_ms: a simulated agent has no such number");
        assertThat(wrong(PANEL.replace("\"vote\"", "\"external\""))).startsWith("a.toml:8:1: debate.preset: must be ");
        assertThat(wrong(PANEL + "[judge]\nkind = \"model\"\nprovider = \"p\"\nrubric = \"r\"\n"))
                .isEqualTo("a.toml:18:1: judge.kind: must be \"rubric\" in a debate, whose answers are known");
        assertThat(wrong(PANEL + "[judge]\nrules = [{when = \"true\", score = \"10*nash_ratio\"}]\n"))
                .contains("nash_ratio");
        assertThat(wrong(PANEL + "[roles]\ntension = \"builtin\"\n"))
                .isEqualTo("a.toml:18:1: roles.tension: must be \"off\" in a debate");
    }

    @Test
    void questionsAreOneObjectALineAndTheirErrorsNameTheLine() {
        Scenario scenario = DebateReader.with(ScenarioReader.toml("a.toml", PANEL), "q.jsonl", QUESTIONS);
        Scenario.DebateSpec spec = java.util.Objects.requireNonNull(scenario.debate());
        assertThat(spec.asked())
                .containsExactly(
                        new Question("q1", "One?", "1", List.of("1", "2")),
                        new Question("q2", "Two?", "2", List.of("1", "2")));
        // What a run keeps does not need the file again.
        Scenario.DebateSpec kept = java.util.Objects.requireNonNull(
                ScenarioReader.json(ScenarioDocument.json(scenario)).debate());
        assertThat(kept.asked()).isEqualTo(spec.asked());
        assertThat(DebateReader.unready(scenario)).isNull();
        assertThat(DebateReader.unready(ScenarioReader.toml("a.toml", PANEL))).contains("q.jsonl");

        assertThat(wrongQuestions(QUESTIONS.lines().findFirst().orElseThrow()))
                .isEqualTo("q.jsonl:1:1: must have at least per_episode = 2 entries, has 1");
        assertThat(wrongQuestions(QUESTIONS.replace("\"q2\"", "\"q1\"")))
                .isEqualTo("q.jsonl:3:1: id: \"q1\" is the id of another question");
        assertThat(wrongQuestions(QUESTIONS.replace("\"answer\": \"2\"", "\"answer\": \"3\"")))
                .isEqualTo("q.jsonl:3:1: answer: must be one of the options");
        assertThat(wrongQuestions(QUESTIONS.replace("\"question\": \"Two?\", ", "")))
                .isEqualTo("q.jsonl:3:1: question: is missing");
        assertThat(wrongQuestions(QUESTIONS + "{")).startsWith("q.jsonl:4:1: ");
        Scenario open = DebateReader.with(
                ScenarioReader.toml("a.toml", PANEL),
                "q.jsonl",
                QUESTIONS.replace(", \"options\": [\"1\", \"2\"]", ""));
        assertThat(DebateReader.unready(open))
                .isEqualTo("question q1 has no options, among which a simulated agent chooses");
    }

    @Test
    void onlyWhatTheScenarioListsIsMutatedAndItsStartIsWhatTheBrainSays() {
        Map<String, Range> ranges = Map.of("conformity", new Range(.2, .6));
        assertThat(ParameterMutator.initial("sim:?accuracy=0.7&conformity=0.25", ranges))
                .isEqualTo(Map.of("conformity", .25));
        assertThat(ParameterMutator.initial("openai:m", Map.of("temperature", new Range(0, 1))))
                .isEqualTo(Map.of("temperature", .7));
        List<ParameterMutator.Tuned> variants =
                ParameterMutator.propose(Map.of("conformity", .25), ranges, Set.of(), .25, 12, 7);
        assertThat(variants).hasSizeGreaterThan(3).doesNotHaveDuplicates().allSatisfy(tuned -> {
            assertThat(tuned.values()).containsOnlyKeys("conformity").isNotEqualTo(Map.of("conformity", .25));
            assertThat(tuned.values().get("conformity")).isBetween(.2, .6);
        });
        assertThat(ParameterMutator.propose(Map.of("conformity", .25), ranges, Set.of("high_conformity"), .25, 12, 7))
                .isNotEmpty()
                .noneMatch(tuned -> tuned.tactic().equals("high_conformity"));
        assertThat(ParameterMutator.propose(Map.of(), Map.of(), Set.of(), .25, 12, 7))
                .isEmpty();
    }
}
