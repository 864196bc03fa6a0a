package dev.stoa.evolution.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("quick")
class ExpressionTest {
    private static final Map<String, ValueType> NAMES = Map.of(
            "x", ValueType.NUMBER, "agreed", ValueType.TRUTH, "reason", ValueType.TEXT, "state.a", ValueType.ANY);

    private static @Nullable Object value(String text, @Nullable Object state) {
        Map<String, @Nullable Object> facts = new HashMap<>();
        facts.put("x", 4L);
        facts.put("agreed", true);
        facts.put("reason", "timeout");
        facts.put("state.a", state);
        return Expression.parse(text, NAMES::get).value(facts::get);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "1 + 2 * 3, 7",
                "(1 + 2) * 3, 9",
                "-2 * -3, 6",
                "7 % 4, 3",
                "7 / 2, 3.5",
                "10 - 4 - 3, 3",
                "\"min(3, 1, 2)\", 1",
                "\"max(x, 9)\", 9",
                "abs(-3), 3",
                "floor(-1.5), -2",
                "round(-2.5), -3",
                "round(2.5), 3",
                "\"clamp(9, 0, 5)\", 5",
                "\"if(agreed, 1, 1/0)\", 1",
                "1e3, 1000",
                ".5, 0.5"
            })
    void arithmetic(String text, double expected) {
        assertThat(value(text, null)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "x == 4 && agreed",
                "!(x < 4)",
                "reason == 'timeout'",
                "reason != 'x' || 1/0 > 2",
                "1 < 2 == true",
                "state.a == null",
                "null == null",
                "-0 == 0",
                "x <= 4 && x >= 4"
            })
    void conditionsThatHold(String text) {
        assertThat(value(text, null)).isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"state.a < 3", "state.a > 3", "state.a <= 3", "3 >= state.a", "null < 1"})
    void whatIsMissingIsNeitherMoreNorLess(String text) {
        assertThat(value(text, null)).isEqualTo(false);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "state.a + 1, \"+: needs a number, was null\"",
                "1 / (x - 4), division by zero",
                "1 % 0, division by zero",
                "1e308 * 10, not a finite number",
                "-state.a, \"-: needs a number, was null\"",
                "\"clamp(1, 3, 2)\", lower bound",
                "state.a && agreed, \"&&: needs true or false, was null\""
            })
    void whatCannotBeCalculatedIsSaid(String text, String message) {
        assertThatThrownBy(() -> value(text, null))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "y + 1, \"column 1: unknown name 'y'\"",
                "agreed + 1, \"+ needs a number, not true or false\"",
                "reason == 3, \"== compares a text with a number\"",
                "reason < 'b', \"< needs a number, not a text\"",
                "!x, \"! needs true or false, not a number\"",
                "\"mim(1,2)\", \"column 1: unknown function 'mim'; did you mean min?\"",
                "min(1), \"min takes 2 to 16 values, not 1\"",
                "(1, has no closing )",
                "1 +, ends where a value is needed",
                "1 2, unexpected '2'",
                "'abc, no closing '",
                "1.2.3, unexpected '.'",
                "., \"column 1: '.' is not a number\"",
                "1e999, beyond the numbers",
                "x = 4, unexpected '='",
                "System.exit(0), unknown function 'System.exit'",
                "x; y, unexpected ';'",
                "this, unknown name",
                "__proto__, unknown name",
                "\"\", ends where a value is needed"
            })
    void whatIsNotInTheLanguageIsRefusedWhenItIsRead(String text, String message) {
        assertThatThrownBy(() -> value(text, null))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(message);
    }

    @Test
    void hostileSizesEndBeforeTheStackDoes() {
        assertThatThrownBy(() -> value("(".repeat(900) + "1" + ")".repeat(90), null))
                .hasMessageContaining("nested deeper than 32");
        assertThatThrownBy(() -> value("-".repeat(900) + "1", null)).hasMessageContaining("nested deeper than 32");
        assertThatThrownBy(() -> value("!".repeat(900) + "true", null)).hasMessageContaining("nested deeper than 32");
        assertThatThrownBy(() -> value("1" + "+1".repeat(400), null)).hasMessageContaining("more than 200 parts");
        assertThatThrownBy(() -> value("1" + " ".repeat(1_000), null)).hasMessageContaining("1001 characters");
        assertThat(value("(".repeat(31) + "1" + ")".repeat(31), null)).isEqualTo(1.0);
        assertThat(value("1" + "+1".repeat(99), null)).isEqualTo(100.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "1 \u202e 2", "\ud83d\ude00", "\ud800", "x\u200b", "\u00a0x", "x\u0455"})
    void strangeCharactersAreRefusedAndNeverShownRaw(String text) {
        assertThatThrownBy(() -> value(text, null))
                .isInstanceOf(ExpressionException.class)
                .message()
                .doesNotContain("\u0000", "\u202e", "\u200b");
    }

    @Test
    void aListOrATableInTheStateIsNoNumber() {
        assertThatThrownBy(() -> value("state.a + 1", List.of(1))).hasMessageContaining("a list or a table");
        assertThat(value("state.a + 1", 2L)).isEqualTo(3.0);
        assertThat(value("state.a == 'b'", "b")).isEqualTo(true);
    }

    private static Rubric rubric(String... whenAndScore) {
        List<Rubric.Rule> rules = new java.util.ArrayList<>();
        for (int i = 0; i < whenAndScore.length; i += 2) {
            rules.add(new Rubric.Rule(
                    Expression.parse(whenAndScore[i], NAMES::get), Expression.parse(whenAndScore[i + 1], NAMES::get)));
        }
        return new Rubric(rules);
    }

    @ParameterizedTest
    @CsvSource({"2.5, 3", "-2.5, -3", "2.4999, 2", "99, 5", "-99, -5", "-0.4, 0"})
    void aScoreIsRoundedAwayFromZeroAndThenClamped(String score, int expected) {
        assertThat(rubric("true", score).score(name -> null)).isEqualTo(expected);
    }

    @Test
    void theFirstRuleThatHoldsScoresAndAFailingOneIsNamed() {
        assertThat(rubric("x > 9", "1", "true", "2").score(name -> 4L)).isEqualTo(2);
        assertThatThrownBy(() -> rubric("x > 9", "1", "true", "1/(x-4)").score(name -> 4L))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("judge.rules[1]")
                .hasMessageContaining("division by zero");
    }
}
