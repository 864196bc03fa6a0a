package dev.stoa.evolution.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("quick")
class ScenarioReaderTest {
    private static final String SPLIT = Scenarios.text("split-100");

    private static String wrong(String text) {
        try {
            ScenarioReader.toml("a.toml", text);
        } catch (InvalidException e) {
            return String.valueOf(e.getMessage());
        }
        return "";
    }

    @ParameterizedTest
    @ValueSource(strings = {"split-100", "two-issue-trade", "split-deadlock", "debate-panel"})
    void whatIsBuiltInIsReadAndWrittenAsTheSameScenario(String name) {
        Scenario scenario = Scenarios.get(name);
        assertThat(scenario.name()).isEqualTo(name);
        assertThat(ScenarioReader.json(ScenarioDocument.json(scenario))).isEqualTo(scenario);
    }

    @Test
    void theDefaultsAreFilledIn() {
        Scenario scenario = Scenarios.get("split-100");
        assertThat(scenario.seed()).isEqualTo(1);
        assertThat(scenario.discount()).isEqualTo(.97);
        assertThat(scenario.turnOrder()).containsExactly("left", "right");
        assertThat(scenario.actors().getFirst().mayModify()).containsExactly("*");
        assertThat(scenario.limits()).isEqualTo(new Scenario.Limits(20, 50_000, 3, 2));
        EvolutionSettings settings = scenario.evolution();
        assertThat(settings.maxGenerations()).isEqualTo(30);
        assertThat(settings.epochSize()).isEqualTo(10);
        assertThat(settings.mutationVariants()).isEqualTo(3);
        assertThat(settings.shadowTrialCount()).isEqualTo(10);
        assertThat(settings.improvementMargin()).isEqualTo(.5);
        assertThat(settings.acceptancePValueThreshold()).isEqualTo(.05);
        assertThat(settings.memory().neighbours()).isEqualTo(5);
    }

    @Test
    void anErrorNamesFileLineColumnAndField() {
        String text = """
                schema = 1
                name = "a"
                context = "c"
                state.variables.offer.x = 0
                issues = [{path = "offer.x", min = 0, max = 10, step = 1}]
                judge.rules = [{when = "true", score = 0}]
                [[actors]]
                id = "left"
                brain = "policy:concession"
                utility."offer.x" = {weight = 1, better = "high"}
                [[actors]]
                id = "right"
                brain = "policy:concession"
                utility."offer.x" = {weight = 1, better = "upp"}
                """;
        assertThat(wrong(text))
                .matches("a\\.toml:14:\\d+: actors\\[1\\]\\.utility\\.\"offer\\.x\"\\.better:"
                        + " must be \"high\" or \"low\", was \"upp\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "schema = 1 | schema = 2 | schema: must be 1",
                "schema = 1 | scema = 1 | scema: is not known; did you mean schema?",
                "name = \"split-100\" | name = \"Split\" | name: must match [a-z0-9-]{1,64}, was \"Split\"",
                "discount = 0.97 | discount = 0 | discount: must be a number above 0 to 1, was 0",
                "discount = 0.97 | discount = 1.01 | discount: must be a number above 0 to 1, was 1.01",
                "left_share = 0 | left_share = 0.5 | issues[0].path: must hold a number on the grid",
                "step = 1 | step = 3 | issues[0].step: must be above 0 and divide the range, was 3",
                "step = 1 | step = 0.001 | issues: have more than 20000 outcomes",
                "max = 100 | max = 0 | issues[0].max: must be above min 0, was 0",
                "id = \"left\" | id = \"right\" | actors[1].id: \"right\" is the id of another actor",
                "id = \"left\" | id = \"Left\" | actors[0].id: must match",
                "weight = 1, better = \"high\" | weight = 0.9, better = \"high\" | actors[0].utility: the weights must sum to 1, sum to 0.9",
                "[0.20, 0.40] | [0.40, 0.20] | actors[0].reservation: must be",
                "[0.20, 0.40] | [0.20, 1.40] | actors[0].reservation: must be a number or [low, high] within 0 to 1",
                "open=0.95 | open=1.95 | actors[0].brain: open 1.95",
                "policy:concession? | policy:concesion? | did you mean",
                "policy:concession?open=0.95&floor=0.4&pace=0.5 | policy:broker | is for created agents only",
                "when = \"true\" | when = \"agreed\" | judge.rules: the last rule must have when",
                "10*nash_ratio - 5 | 10*nash_ration - 5 | judge.rules[0].score: column 4: unknown name 'nash_ration'",
                "10*nash_ratio - 5 | agreed | judge.rules[0].score: must be a number, is true or false",
                "max_turns = 20 | max_turns = 1 | limits.max_turns: must be a whole number from 2 to 500, was 1",
                "max_turns = 20 | max_truns = 9 | limits.max_truns: is not known; did you mean max_turns?",
                "max_generations = 30 | cull_turns = 21 | evolution.cull_turns: must be a whole number from 0 to 20",
                "max_generations = 30 | mutation_variants = 17 | evolution.mutation_variants",
                "max_generations = 30 | memory.recurrence_count = 6 | evolution.memory.recurrence_count",
                "kind = \"rubric\" | kind = \"modle\" | judge.kind: must be \"rubric\" or \"model\"",
                "context = | contxt = | contxt: is not known; did you mean context?"
            })
    void whatIsWrongIsSaidAtItsPlace(String from, String to, String message) {
        assertThat(SPLIT).contains(from);
        assertThat(wrong(SPLIT.replaceFirst(java.util.regex.Pattern.quote(from), to)))
                .contains(message)
                .startsWith("a.toml:");
    }

    @Test
    void allErrorsAreCollectedUpToTwenty() {
        StringBuilder many = new StringBuilder(SPLIT);
        for (int i = 0; i < 30; i++) {
            many.append("unknown_").append(i).append(" = 1\n");
        }
        assertThat(ScenarioReader.check(many.toString())).hasSize(20).allSatisfy(problem -> {
            assertThat(problem.line()).isPositive();
            assertThat(problem.field()).startsWith("evolution.unknown_");
        });
        assertThatThrownBy(() -> ScenarioReader.toml("a.toml", many.toString()))
                .isInstanceOf(InvalidException.class)
                .extracting(e -> ((InvalidException) e).hint().orElseThrow())
                .isEqualTo("correct the scenario; 10 more were found");
        assertThat(ScenarioReader.check(SPLIT)).isEmpty();
    }

    @Test
    void aMissingFieldHasThePlaceOfItsTable() {
        assertThat(wrong(SPLIT.replace("brain = \"policy:concession?open=0.95&floor=0.4&pace=0.5\"\n", "")))
                .contains(": actors[0].brain: is missing")
                .doesNotContain("a.toml:0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "schema = ", "[[[", "\u0000", "schema = 1\nschema = 1", "a.b = 1\na = 2"})
    void whatIsNotTomlIsRefused(String text) {
        assertThat(ScenarioReader.check(text)).isNotEmpty();
    }

    @Test
    void hostileSizesAreRefused() {
        assertThat(ScenarioReader.check("#" + "x".repeat(1 << 20)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("1048576"));
        assertThat(ScenarioReader.check(
                        SPLIT.replace("left_share = 0", "left_share = 0\ndeep = " + "[".repeat(40) + "]".repeat(40))))
                .isNotEmpty();
        assertThatThrownBy(() -> ScenarioReader.json("[]")).isInstanceOf(InvalidException.class);
    }

    @Test
    void aSeedKeepsAllItsDigits() {
        Scenario scenario = ScenarioReader.toml("a.toml", "seed = -9223372036854775808\n" + SPLIT);
        assertThat(scenario.seed()).isEqualTo(Long.MIN_VALUE);
        assertThat(ScenarioReader.json(ScenarioDocument.json(scenario)).seed()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void settingsAreOverriddenByName() {
        Scenario scenario = Scenarios.get("split-100");
        EvolutionSettings settings = SettingsReader.override(
                        scenario,
                        Map.of(
                                "epoch_size",
                                "20",
                                "memory.scope",
                                "archive",
                                "worst_fraction",
                                "0.5",
                                "require_human_approval_for_creation",
                                "false"))
                .evolution();
        assertThat(settings.epochSize()).isEqualTo(20);
        assertThat(settings.memory().scope()).isEqualTo("archive");
        assertThat(settings.worstFraction()).isEqualTo(.5);
        assertThat(settings.requireHumanApprovalForCreation()).isFalse();
        assertThatThrownBy(() -> SettingsReader.override(scenario, Map.of("epoch_sise", "20")))
                .hasMessageContaining("evolution.epoch_sise: is not known; did you mean epoch_size?");
        assertThatThrownBy(() -> SettingsReader.override(scenario, Map.of("epoch_size", "many")))
                .hasMessageContaining("must be a whole number from 1 to 1000, was \"many\"");
    }

    @Test
    void aDebateHasNoStateAndNoPolicies() {
        String debate = """
                schema = 1
                name = "panel"
                kind = "debate"
                context = "A panel."
                [debate]
                questions = "questions.jsonl"
                [[actors]]
                id = "a"
                brain = "sim:?accuracy=0.7"
                mutable = {conformity = [0, 1]}
                [[actors]]
                id = "b"
                brain = "sim:?accuracy=0.7"
                evolve = false
                """;
        Scenario scenario = ScenarioReader.toml("d.toml", debate);
        assertThat(scenario.judge())
                .isEqualTo(new Scenario.JudgeSpec.Formulas(
                        List.of(new Scenario.RuleText("true", "10*(0.5*panel.accuracy + 0.5*(1 - self.brier)) - 5"))));
        assertThat(ScenarioReader.json(ScenarioDocument.json(scenario))).isEqualTo(scenario);
        assertThat(wrong(debate.replace("conformity", "accuracy"))).contains("competence and not strategy");
        assertThat(wrong("turn_order = [\"a\", \"b\"]\n" + debate)).contains("turn_order: does not belong in a debate");
        assertThat(wrong(debate + "reservation = 0.1\n")).contains("does not belong in a debate");
        assertThat(wrong(debate.replace("sim:?accuracy=0.7", "policy:concession")))
                .contains("not policies");
    }

    @Test
    void contextNameRoleAndPersonalityReachThePrompt() {
        Scenario scenario = Scenarios.get("split-100");
        Scenario.Actor left = scenario.actor("left");
        Scenario.Actor told = new Scenario.Actor(
                left.id(),
                "Lea",
                "seller",
                List.of("sell high"),
                "stubborn",
                "Never lie.",
                "",
                "initial",
                left.brain(),
                true,
                true,
                left.mayModify(),
                null,
                left.utility(),
                left.reservation());
        String prompt = PromptLayers.system(PromptLayers.core(scenario, told), "open = 0.9");
        assertThat(prompt)
                .contains(
                        scenario.context(),
                        "Lea",
                        "seller",
                        "sell high",
                        "stubborn",
                        "Never lie.",
                        "propose_resolution")
                .endsWith("\n\nopen = 0.9");
    }
}
