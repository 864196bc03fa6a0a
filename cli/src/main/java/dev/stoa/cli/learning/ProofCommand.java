package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.ExitCode;
import dev.stoa.json.Json;
import dev.stoa.learning.consensus.Proof;
import dev.stoa.learning.consensus.ProofLanguage;
import dev.stoa.learning.proof.ProofRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code proof}: claims checked by provers. Used by one thread. */
@Command(name = "proof", description = "Check claims with a prover and show the results.", addMethodSubcommands = false)
public final class ProofCommand extends CommandGroup {
    @Command(name = "check", description = "Check a claim with a prover; exit 5 unless it is verified.")
    int check(
            @Parameters(paramLabel = "FILE", description = "Statement in SMT-LIB 2 (.smt2) or Lean 4 (.lean).")
                    Path file,
            @Option(
                            names = "--language",
                            paramLabel = "LANGUAGE",
                            description = "Language of the statement, z3_smt or lean4 (default: from the file name)")
                    @Nullable
                    String language,
            @Option(
                            names = "--debate",
                            paramLabel = "ID",
                            defaultValue = ProofRequest.STANDALONE,
                            description = "Id of the debate that the claim belongs to (default: ${DEFAULT-VALUE})")
                    String debate,
            @Option(
                            names = "--timeout-ms",
                            paramLabel = "MS",
                            defaultValue = "" + ProofRequest.DEFAULT_TIMEOUT_MS,
                            description =
                                    "Maximum milliseconds of one query to the prover, 100 to 600,000 (default: ${DEFAULT-VALUE})")
                    long timeout) {
        ProofLanguage chosen = language == null ? byName(file) : ProofLanguage.of(language);
        ProofRequest request = new ProofRequest(chosen, main.text("the statement", null, file), debate, timeout);
        try (Stoa stoa = main.open()) {
            Proof proof = stoa.learning().proofs().as(main.principal()).check(request);
            print(proof);
            return proof.verified() ? 0 : ExitCode.VERIFICATION_FAILED;
        }
    }

    @Command(name = "show", description = "Show one proof attempt.")
    void show(@Parameters(paramLabel = "ID", description = "Id of the attempt.") String id) {
        try (Stoa stoa = main.open()) {
            print(stoa.learning().proofs().as(main.principal()).show(id));
        }
    }

    private static ProofLanguage byName(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".smt2")) {
            return ProofLanguage.Z3_SMT;
        }
        if (name.endsWith(".lean")) {
            return ProofLanguage.LEAN4;
        }
        throw Bounds.invalid(
                "the name of " + file + " does not tell its language", "name it .smt2 or .lean, or give --language");
    }

    private void print(Proof proof) {
        List<String> lines = new ArrayList<>();
        lines.add("proof " + proof.id() + " of debate " + proof.debateId() + ": "
                + (proof.verified() ? "verified" : "not verified") + " (" + proof.status() + ")");
        if (proof.errorMessage() != null) {
            proof.errorMessage().lines().forEach(line -> lines.add("  " + line));
        }
        if (proof.counterexample() != null) {
            proof.counterexample().lines().forEach(line -> lines.add("  | " + line));
        }
        if (proof.proverVersion() != null) {
            lines.add("  by " + proof.proverVersion());
        }
        main.print(Json.object("proof", proof.document()), lines);
    }
}
