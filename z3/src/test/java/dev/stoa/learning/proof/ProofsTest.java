package dev.stoa.learning.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.consensus.ConsensusFixture;
import dev.stoa.learning.consensus.Proof;
import dev.stoa.learning.consensus.ProofLanguage;
import dev.stoa.storage.Ids;
import dev.stoa.testing.OnBothDatabases;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Claims given to the real Z3, on both backends. */
@OnBothDatabases
class ProofsTest extends ConsensusFixture {
    private static final String HYPOTHESIS = "(declare-const x Int)\n(assert (> x 2))\n";
    private static final String CLAIM = HYPOTHESIS + "(assert (not (> x 1)))";

    private Proofs proofs;

    @BeforeEach
    void provers() {
        proofs = Proofs.over(archive, clock, Ids.system(), ProofSettings.searching(""));
    }

    private Proof check(String statement) {
        return proofs.check(ProofRequest.of(ProofLanguage.Z3_SMT, statement));
    }

    private static void notVerified(Proof proof, String status, String words) {
        assertThat(proof.verified()).isFalse();
        assertThat(proof.status()).isEqualTo(status);
        assertThat(proof.errorMessage()).contains(words);
    }

    @Test
    void aClaimThatFollowsIsVerifiedOnce() {
        Proof proof = check(CLAIM);
        assertThat(proof.verified()).isTrue();
        assertThat(proof.status()).isEqualTo("proof_found");
        assertThat(proof.errorMessage()).isNull();
        assertThat(proof.vacuity()).isEqualTo("consistent");
        assertThat(proof.proverVersion()).startsWith("Z3 4.14.1");
        assertThat(proof.translationTimeMs()).isNotNegative();
        assertThat(proof.proofSearchTimeMs()).isPositive();
        assertThat(proofs.show(proof.id())).isEqualTo(proof);
        assertThat(proof.document().keySet())
                .containsExactly(
                        "id",
                        "debate_id",
                        "proof_status",
                        "language",
                        "formal_statement",
                        "is_verified",
                        "proof_hash",
                        "translation_time_ms",
                        "proof_search_time_ms",
                        "prover_version",
                        "error_message",
                        "timestamp",
                        "data");
        assertThat(Json.write(proof.document()))
                .contains("\"is_verified\":true", "\"data\":{\"vacuity\":\"consistent\",\"counterexample\":null}");

        // Other line ends are the same statement; nothing runs and nothing is written.
        assertThat(check(CLAIM.replace("\n", "\r\n"))).isEqualTo(proof);
        assertThat(count("verified_proofs")).isEqualTo(1);
        record("d1", "Is x above 1?");
        Proof ofDebate =
                proofs.check(ProofRequest.of(ProofLanguage.Z3_SMT, CLAIM).debate("d1"));
        assertThat(ofDebate.id()).isNotEqualTo(proof.id());
        assertThat(memory.show("d1").proofs()).containsExactly(ofDebate);
    }

    @Test
    @DisplayName("A vacuous, refuted, timed-out, unparsable or unrunnable proof is never is_verified")
    void whatIsNotProvedIsNeverVerified() {
        Proof vacuous = check(HYPOTHESIS + "(assert (< x 1))(assert (not (> x 1)))");
        notVerified(vacuous, "failed", "vacuous: the hypotheses contradict each other");
        assertThat(vacuous.vacuity()).isEqualTo("contradictory");

        Proof refuted = check(HYPOTHESIS + "(assert (not (> x 3)))");
        notVerified(refuted, "failed", "counterexample");
        assertThat(refuted.counterexample()).contains("x () Int").contains("3");

        Proof late = proofs.check(ProofRequest.of(ProofLanguage.Z3_SMT, """
                (declare-const a Int)(declare-const b Int)(declare-const c Int)
                (assert (> a 1))(assert (> b 1))(assert (> c 1))
                (assert (= (+ (* a a a) (* b b b)) (* c c c)))""").within(300));
        notVerified(late, "timeout", "300 ms");

        notVerified(check("(declare-const x Int)(assert (> y 2))"), "failed", "unknown constant y");
        notVerified(check("(assert"), "failed", "has no end");
        notVerified(check("(assert true)(get-model)"), "failed", "get-model is not allowed");
        Proof unrunnable = Proofs.over(
                        archive, clock, Ids.system(), ProofSettings.searching(""), Z3Prover.of("/no/such/java"))
                .check(ProofRequest.of(ProofLanguage.Z3_SMT, CLAIM));
        notVerified(unrunnable, "failed", "cannot be started");
        Proof unloadable = Proofs.over(
                        archive, clock, Ids.system(), ProofSettings.searching(""), Z3Prover.of("/bin/echo"))
                .check(ProofRequest.of(ProofLanguage.Z3_SMT, CLAIM));
        notVerified(unloadable, "failed", "ended without an answer");
        long verified = archive.read(tx -> tx.number("SELECT count(*) FROM verified_proofs WHERE is_verified = 1"));
        assertThat(verified).isZero();
        assertThat(count("verified_proofs")).isEqualTo(8);
        assertThat(check(CLAIM).verified())
                .as("an attempt that failed keeps nobody from another")
                .isTrue();
    }

    @Test
    void oneAssertionAloneNeedsNoHypotheses() {
        assertThat(check("(assert (not (= 1 1)))").verified()).isTrue();
        notVerified(check("(assert (= 1 1))"), "failed", "counterexample");
        notVerified(check("(assert false)(assert (not (= 1 1)))"), "failed", "vacuous");
    }

    @Test
    void requestsAreBounded() {
        assertThatThrownBy(() -> check(" ")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> check("x".repeat(262_145)))
                .hasMessageContaining("262,145 characters; at most 262,144");
        assertThatThrownBy(() -> ProofRequest.of(ProofLanguage.Z3_SMT, CLAIM).within(99))
                .hasMessageContaining("timeout_ms 99");
        assertThatThrownBy(() -> ProofRequest.of(ProofLanguage.Z3_SMT, CLAIM).debate("a b"))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(
                        () -> ProofRequest.fromJson(JsonFields.of(Map.of("language", "coq", "formal_statement", "x"))))
                .hasMessageContaining("language \"coq\" is none of z3_smt, lean4");
        assertThatThrownBy(() -> proofs.show("p1")).isInstanceOf(NotFoundException.class);
        assertThat(ProofRequest.fromJson(JsonFields.of(Map.of("language", "z3_smt", "formal_statement", "x"))))
                .isEqualTo(new ProofRequest(ProofLanguage.Z3_SMT, "x", "standalone", 10_000));
        assertThat(count("verified_proofs")).isZero();
    }
}
