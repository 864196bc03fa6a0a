package dev.stoa.learning.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.learning.consensus.ProofStatus;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Statements that would end, fill or stop a process end that of the prover only. */
class Z3ProverTest {
    private final Z3Prover prover = Z3Prover.create();

    @Test
    void aStatementThatEndsTheProverIsAFailure() {
        // Z3 calls exit when it cannot allocate the bits.
        Verdict verdict =
                prover.prove("(declare-const x (_ BitVec 2000000000))(assert (= (bvmul x x) (bvadd x x)))", 20_000);
        assertThat(verdict.verified()).isFalse();
        assertThat(verdict.status()).isIn(ProofStatus.FAILED, ProofStatus.TIMEOUT);
        assertThat(prover.prove("(assert false)", 5_000).verified()).isTrue();
    }

    @Test
    void aStatementThatTakesAllMemoryIsAFailure() {
        StringBuilder squares = new StringBuilder("(declare-const a0 (_ BitVec 64))");
        for (int i = 1; i < 60; i++) {
            squares.append("(define-fun a%d () (_ BitVec 64) (bvmul a%d a%d))".formatted(i, i - 1, i - 1));
        }
        Verdict verdict = prover.prove(squares + "(assert (= a59 #x0000000000000007))", 20_000);
        assertThat(verdict.verified()).isFalse();
        assertThat(verdict.status()).isIn(ProofStatus.FAILED, ProofStatus.TIMEOUT);
    }

    @Test
    void deepNestingIsNoHarm() {
        Verdict verdict = prover.prove(
                "(declare-const p Bool)(assert " + "(not ".repeat(40_000) + "p" + ")".repeat(40_000) + ")", 5_000);
        assertThat(verdict.verified()).isFalse();
    }

    @Test
    void aProverThatDoesNotKeepItsLimitIsKilled() {
        // Reading a number of so many digits takes Z3 many seconds, and nothing interrupts it.
        Verdict verdict = prover.prove("(declare-const x Int)(assert (= (* x x) " + "9".repeat(200_000) + "))", 200);
        assertThat(verdict.status()).isEqualTo(ProofStatus.TIMEOUT);
        assertThat(verdict.error()).isEqualTo("no answer within the limit of 200 ms");
        assertThat(verdict.searchMs() + verdict.translationMs()).isBetween(100.0, 5_000.0);
    }

    @Test
    void anInterruptedCallerIsAnsweredAndStaysInterrupted() throws Exception {
        AtomicReference<Verdict> answer = new AtomicReference<>();
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread caller = Thread.ofPlatform().start(() -> {
            answer.set(prover.prove("(declare-const x Int)(assert (= (* x x x) (+ (* 7 x x) 9001)))", 600_000));
            if (Thread.currentThread().isInterrupted()) {
                interrupted.countDown();
            }
        });
        caller.interrupt();
        caller.join();
        assertThat(answer.get().status()).isEqualTo(ProofStatus.TIMEOUT);
        assertThat(answer.get().error()).startsWith("cancelled");
        assertThat(interrupted.getCount()).isZero();
    }
}
