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

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
                    (define-fun not ((a Bool)) Bool false)           @ not
                    (define-fun |not| ((a Bool)) Bool false)         @ |not|
                    (define-fun\t> ((a Int) (b Int)) Bool false)     @ >
                    (define-fun distinct ((a Int) (b Int)) Bool false) @ distinct
                    (define-fun-rec + ((a Int) (b Int)) Int 0)       @ +
                    (define-funs-rec ((f ((x Int)) Int) (abs ((x Int)) Int)) (1 2)) @ abs
                    (define-const true Bool false)                   @ true
                    (declare-const false Bool)                       @ false
                    (declare-fun and (Bool Bool) Bool)               @ and
                    (declare-fun str.len (String) Int)               @ str.len
                    (declare-fun bvult (Int Int) Bool)               @ bvult
                    (define-sort Int () Real)                        @ Int
                    (declare-sort Bool 0)                            @ Bool
                    (declare-datatypes ((Array 2)) (((nil))))        @ Array
                    (declare-datatypes ((L 0)) (((nil) (cons (not Int) (tail L))))) @ not
                    (declare-datatypes () ((Color red true)))        @ true
                    (declare-datatype L ((nil) (=> (h Int))))        @ =>
                    (assert (let ((true false)) (not true)))         @ true
                    (assert (forall ((|true| Bool)) |true|))         @ |true|
                    """)
    void redefinitionOfTheorySymbolsIsRefused(String text, String symbol) {
        assertThatThrownBy(() -> SmtScript.read(text + "(assert (> 1 0))"))
                .isInstanceOf(SmtScript.Refused.class)
                .hasMessageContaining(" redefines " + symbol + ",");
    }

    @Test
    void namesOfTheAuthorsOwnAreNotRefused() throws Exception {
        assertThat(SmtScript.read("""
                        (declare-sort Person 0) (define-sort Ints () (Array Int Int))
                        (declare-fun f (Int Bool) Bool) (declare-const notx Bool) (declare-const x! Int)
                        (declare-const |a > b| Bool) (declare-const member Bool) (define-fun max2 ((a Int) (b Int)) Int a)
                        (define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
                            ((ite (= n 0) true (odd (- n 1))) (ite (= n 0) false (even (- n 1)))))
                        (declare-datatypes ((Tree 1) (L 0))
                            ((par (T) ((leaf) (node (value T) (left (Tree T)) (a (Array Int Int)) (b (_ BitVec 8)))))
                             ((nil) (cons (head Int) (tail L)))))
                        (declare-datatypes (T) ((Opt none (some (the T)))))
                        (assert (and true (not false)))
                        (assert (let ((y (+ 1 2))) (> y 1)))
                        """).assertions()).isEqualTo(2);
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
