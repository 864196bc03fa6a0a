package dev.stoa.learning.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which SMT-LIB texts reach the prover, and as what. */
@Tag("quick")
class SmtScriptTest {
    @Test
    void declarationsAndAssertionsAreKeptInOrder() throws Exception {
        SmtScript script = SmtScript.read("""
                ; a (comment with " and |
                (set-info :status unsat)(set-logic QF_LIA)
                (declare-const |odd ) name| Int) (define-fun s () String "a "" ) ; b")
                ( ; why
                  assert (> |odd ) name| 1))
                (check-sat) (assert true)
                (exit)
                """);
        assertThat(script.assertions()).isEqualTo(2);
        assertThat(script.text())
                .contains(
                        "(set-logic QF_LIA)\n(declare-const |odd ) name| Int)\n(define-fun s () String \"a \"\" ) ; b\")\n")
                .endsWith("(assert true)\n")
                .doesNotContain("check-sat")
                .doesNotContain("set-info")
                .doesNotContain("exit");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
                    (declare-const x Int)         @ there is no assert
                    (assert true)(get-model)      @ command get-model is not allowed
                    (assert true)(eval x)         @ command eval is not allowed
                    (assert true)(push 1)         @ command push is not allowed
                    (assert true)(echo "hi")      @ command echo is not allowed
                    (assert true)(include "f")    @ command include is not allowed
                    (set-option :x 1)(assert true) @ command set-option is not allowed
                    (assert true)(check-sat-assuming (a)) @ command check-sat-assuming is not allowed
                    (|assert| true)               @ command | is not allowed
                    ((assert) true)               @ command ( is not allowed
                    ()                            @ command ) is not allowed
                    (exit)(assert true)           @ command assert comes after exit
                    (assert true)(exit)(exit)     @ command exit comes after exit
                    (assert (> x 1)               @ the ( at character 1 has no end
                    (assert true))                @ a ) at character 14 has no beginning
                    assert                        @ character 1 stands outside of any command
                    (assert "open)                @ has no end
                    (assert |open)                @ has no end
                    """)
    void whateverElseIsRefused(String text, String words) {
        assertThatThrownBy(() -> SmtScript.read(text))
                .isInstanceOf(SmtScript.Refused.class)
                .hasMessageContaining(words);
    }

    @Test
    void depthAndLengthCostNoStack() throws Exception {
        String deep = "(assert " + "(not ".repeat(120_000) + "true" + ")".repeat(120_000) + ")";
        assertThat(SmtScript.read(deep).assertions()).isEqualTo(1);
        assertThatThrownBy(() -> SmtScript.read("(".repeat(262_144))).hasMessageContaining("has no end");
        assertThatThrownBy(() -> SmtScript.read("(" + "x".repeat(262_000) + ")"))
                .hasMessageMatching("command x{60}… is not allowed.*");
    }
}
