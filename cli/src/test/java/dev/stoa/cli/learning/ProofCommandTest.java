package dev.stoa.cli.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Proofs as somebody types them, on both backends. */
@ParameterizedClass
@EnumSource(Dialect.class)
class ProofCommandTest {
    private static final String TRUE = "(declare-const x Int)\n(assert (> x 2))\n(assert (not (> x 1)))\n";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @SuppressWarnings("unchecked") // the document has an object there
    private Map<String, @Nullable Object> proof() {
        return (Map<String, @Nullable Object>)
                Objects.requireNonNull(terminal.document().get("proof"));
    }

    @Test
    void aClaimThatHoldsExitsWith0AndOneThatDoesNotWith5() throws IOException {
        file("good.smt2", TRUE);
        file("bad.smt2", TRUE.replace("(> x 1)", "(> x 3)"));
        assertThat(terminal.run("proof", "check", "good.smt2", "--debate", "d1", "--timeout-ms", "20000", "--json"))
                .isZero();
        assertThat(proof())
                .containsEntry("is_verified", true)
                .containsEntry("proof_status", "proof_found")
                .containsEntry("debate_id", "d1")
                .containsEntry("language", "z3_smt");
        String id = String.valueOf(proof().get("id"));
        assertThat(terminal.run("proof", "show", id)).isZero();
        assertThat(terminal.out()).startsWith("proof " + id + " of debate d1: verified (proof_found)\n  by Z3 4.14.1");

        assertThat(terminal.run("proof", "check", "bad.smt2")).isEqualTo(5);
        assertThat(terminal.out())
                .contains("not verified (failed)")
                .contains("  counterexample\n")
                .contains("  | (define-fun x () Int");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void withoutLeanALeanClaimFailsWith5() throws IOException {
        file("claim.lean", "theorem claim : 1 + 1 = 2 := rfl\n");
        terminal.environment().put("STOA_PROOFS_LEAN", folder.resolve("no-lean").toString());
        assertThat(terminal.run("proof", "check", "claim.lean", "--json")).isEqualTo(5);
        assertThat(proof())
                .containsEntry("error_message", "lean is not installed")
                .containsEntry("language", "lean4");
        file("claim.txt", "theorem claim : True := by native_decide");
        assertThat(terminal.run("proof", "check", "claim.txt", "--language", "lean4"))
                .isEqualTo(5);
        assertThat(terminal.out()).contains("the word native_decide is not allowed in a proof");
    }

    @Test
    void wrongArgumentsAreRefused() throws IOException {
        file("claim.txt", TRUE);
        assertThat(terminal.run("proof", "check", "claim.txt")).isEqualTo(2);
        assertThat(terminal.err()).contains("give --language");
        assertThat(terminal.run("proof", "check", "claim.txt", "--language", "coq"))
                .isEqualTo(2);
        assertThat(terminal.run("proof", "check", "claim.txt", "--language", "z3_smt", "--timeout-ms", "1"))
                .isEqualTo(2);
        assertThat(terminal.run("proof", "check", "nowhere.smt2")).isEqualTo(3);
        assertThat(terminal.run("proof", "show", "p1")).isEqualTo(3);
        assertThat(terminal.run("proof")).isEqualTo(2);
    }
}
