package dev.stoa.learning.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.learning.consensus.ProofStatus;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A program without the module of the prover. */
class Z3MissingTest {
    private final Z3Prover prover = Z3Prover.of(Optional::empty, "/no/such/java");

    @Test
    void aProofSaysWhichModuleIsMissingAndWhatToDo() {
        Verdict verdict = prover.prove("(assert false)", 1_000);
        assertThat(verdict.verified()).isFalse();
        assertThat(verdict.status()).isEqualTo(ProofStatus.FAILED);
        assertThat(verdict.version()).isNull();
        assertThat(verdict.error())
                .isEqualTo("the module stoa-z3 is missing, which has the prover Z3; add dev.stoa:stoa-z3 to the class"
                        + " path");
    }

    @Test
    void whatIsNoProofIsRefusedAsWithIt() {
        assertThat(prover.prove("(get-model)", 1_000).error()).contains("get-model is not allowed");
    }
}
