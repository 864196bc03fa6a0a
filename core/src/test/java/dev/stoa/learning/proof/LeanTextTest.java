package dev.stoa.learning.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which Lean texts are run, and which answers verify a claim. */
class LeanTextTest {
    private static final String CLAIM = "theorem claim : 1 + 1 = 2 := rfl";

    @Test
    void aTheoremIsRun() {
        assertThat(LeanText.refusal(CLAIM)).isEmpty();
        assertThat(LeanText.refusal("/- about axiomatics -/\n" + CLAIM + " -- extension"))
                .isEmpty();
        assertThat(LeanText.program(CLAIM)).endsWith("\n#print axioms claim\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#eval 1",
                "run_cmd x",
                "unsafe def f",
                "initialize x",
                "builtin_initialize x",
                "@[extern \"c\"]",
                "by native_decide",
                "macro \"x\"",
                "macro_rules",
                "elab \"x\"",
                "elab_rules",
                "syntax \"x\"",
                "axiom cheat : False",
                "-- axiom",
                "#print \"x\"",
                "#exit",
                "set_option debug.skipKernelTC true",
                "@[implemented_by f]",
                "run_tac x"
            })
    void wordsThatRunCodeOrCheatAreRefused(String text) {
        assertThat(LeanText.refusal(CLAIM + "\n" + text).orElseThrow()).contains("is not allowed in a proof");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "theorem other : True := trivial", "/- theorem claim -/ def claim := 1",
                        "-- theorem claim\ndef claim := 1",
                "/- /- -/ theorem claim -/", "def s := \"theorem claim\"", "theorem claims : True := trivial",
                "theorem claim.x : True := trivial", "mytheorem claim"
            })
    void aTextWithoutTheTheoremIsRefused(String text) {
        assertThat(LeanText.refusal(text)).contains("there is no theorem claim in the text");
    }

    @Test
    void onlySoundAxiomsVerify() {
        assertThat(LeanText.objection(0, "'claim' does not depend on any axioms\n"))
                .isEmpty();
        assertThat(LeanText.objection(0, "'claim' depends on axioms: [propext,\n Classical.choice,\n Quot.sound]\n"))
                .isEmpty();
        assertThat(LeanText.objection(0, "'claim' depends on axioms: [propext, cheat]"))
                .contains("the proof depends on the axiom cheat");
        assertThat(LeanText.objection(0, "'claim' depends on axioms: [sorryAx]"))
                .isPresent();
        assertThat(LeanText.objection(0, "warning: declaration uses 'sorry'\n'claim' does not depend on any axioms"))
                .contains("the proof has a gap: it uses sorry");
        assertThat(LeanText.objection(0, "")).isPresent();
        assertThat(LeanText.objection(1, "'claim' does not depend on any axioms"))
                .isPresent();
        assertThat(LeanText.objection(1, "")).contains("lean ended with exit code 1");
    }
}
