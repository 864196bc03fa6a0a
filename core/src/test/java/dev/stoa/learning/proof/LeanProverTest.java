package dev.stoa.learning.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ForbiddenException;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.consensus.ConsensusMemory;
import dev.stoa.learning.consensus.Proof;
import dev.stoa.learning.consensus.ProofLanguage;
import dev.stoa.learning.consensus.ProofStatus;
import dev.stoa.learning.consensus.TopicQuery;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a Lean process is run and read. A script stands for {@code lean}, which few machines have. */
class LeanProverTest {
    private static final String CLAIM = "theorem claim : 1 + 1 = 2 := rfl";

    @TempDir
    Path directory;

    private Path lean(String body) throws IOException {
        Path script = directory.resolve("lean");
        Files.writeString(
                script, "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'Lean (version 4.9.0)'; exit 0; fi\n" + body);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    private Verdict prove(String body, long limitMs) throws IOException {
        ProofSettings settings = new ProofSettings(Optional.of(lean(body).toString()), false, "");
        return new LeanProver(settings).prove(CLAIM, limitMs);
    }

    @Test
    void aClaimIsVerifiedByExitAndAxioms() throws IOException {
        Verdict verdict = prove("/bin/cat > /dev/null; echo \"'claim' does not depend on any axioms\"", 30_000);
        assertThat(verdict.error()).isNull();
        assertThat(verdict.verified()).isTrue();
        assertThat(verdict.version()).isEqualTo("Lean (version 4.9.0)");
        assertThat(prove("echo \"'claim' depends on axioms: [cheat]\"", 30_000).error())
                .contains("cheat");
        assertThat(prove("echo 'stdin:1:0: error: type mismatch'; exit 1", 30_000)
                        .error())
                .isEqualTo("stdin:1:0: error: type mismatch");
        assertThat(prove("echo \"declaration uses 'sorry'\"; echo \"'claim' depends on axioms: [sorryAx]\"", 30_000)
                        .error())
                .contains("sorry");
        assertThat(prove("exit 3", 30_000).error()).isEqualTo("lean ended with exit code 3");
    }

    @Test
    void itRunsInAnEmptyFolderWithAnEmptyEnvironmentAndBoundedMemory() throws IOException {
        Path seen = directory.resolve("seen");
        prove(
                "{ echo args: \"$@\"; echo files: $(/bin/ls -A); /usr/bin/env; /bin/cat; } > " + seen + "; pwd >> "
                        + seen,
                30_000);
        assertThat(Files.readAllLines(seen))
                .contains("args: -M 2048 --stdin", "files:", CLAIM, "#print axioms claim")
                // The shell sets these by itself.
                .filteredOn(line -> line.matches("[A-Z_]+=.*") && !line.matches("(PWD|_|SHLVL|OLDPWD)=.*"))
                .isEmpty();
        Path folder = Path.of(Files.readAllLines(seen).getLast());
        assertThat(folder.getFileName().toString()).startsWith("stoa-proof");
        assertThat(folder).doesNotExist();
    }

    @Test
    void itsProcessTreeIsKilledAtTheLimit() throws IOException {
        Path pids = directory.resolve("pids");
        Verdict verdict = prove("/bin/sleep 600 & echo $! > " + pids + "; echo $$ >> " + pids + "; wait", 1_500);
        assertThat(verdict.status()).isEqualTo(ProofStatus.TIMEOUT);
        assertThat(verdict.error()).isEqualTo("no answer within the limit of 1,500 ms");
        for (String pid : Files.readAllLines(pids)) {
            ProcessHandle.of(Long.parseLong(pid))
                    .ifPresent(process -> process.onExit().join());
        }
    }

    @Test
    void endlessOutputIsCutAndKilled() throws IOException {
        Verdict verdict = prove("while :; do echo \"'claim' does not depend on any axioms\"; done", 700);
        assertThat(verdict.status()).isEqualTo(ProofStatus.TIMEOUT);
    }

    @Test
    void withoutLeanTheAttemptFailsAndIsKept() {
        try (Archive archive = SqliteArchive.open(
                ConsensusArchive.SCHEMA, directory, StorageSettings.defaults(), InstantSource.system())) {
            Proofs proofs = Proofs.over(
                    archive, InstantSource.system(), Ids.system(), ProofSettings.searching("/nowhere:" + directory));
            Proof proof =
                    proofs.check(ProofRequest.of(ProofLanguage.LEAN4, CLAIM).debate("d1"));
            assertThat(proof.errorMessage()).isEqualTo("lean is not installed");
            assertThat(proof.verified()).isFalse();
            assertThat(proof.status()).isEqualTo("failed");
            assertThat(proofs.show(proof.id())).isEqualTo(proof);
            assertThat(proofs.check(ProofRequest.of(ProofLanguage.LEAN4, "axiom a : False\ntheorem claim : False := a"))
                            .errorMessage())
                    .isEqualTo("the word axiom is not allowed in a proof");
            assertThat(ConsensusMemory.over(archive, InstantSource.system(), Embedder.off(), Runnable::run)
                            .find(TopicQuery.of("x")))
                    .isEmpty();
        }
    }

    @Test
    void callersFromOutsideGetLeanOnlyWhereItIsAllowed() throws IOException {
        Path script = lean("echo \"'claim' does not depend on any axioms\"");
        try (Archive archive = SqliteArchive.open(
                ConsensusArchive.SCHEMA, directory, StorageSettings.defaults(), InstantSource.system())) {
            ProofRequest request = ProofRequest.of(ProofLanguage.LEAN4, CLAIM);
            Proofs closed = Proofs.over(
                    archive, InstantSource.system(), Ids.system(), ProofSettings.searching(directory.toString()));
            assertThatThrownBy(() -> closed.remote().check(request)).isInstanceOf(ForbiddenException.class);
            assertThat(closed.check(request).verified()).isTrue();
            Proofs open = Proofs.over(
                    archive,
                    InstantSource.system(),
                    Ids.system(),
                    new ProofSettings(Optional.of(script.toString()), true, ""));
            assertThat(open.remote().check(request.debate("d2")).verified()).isTrue();
        }
    }
}
