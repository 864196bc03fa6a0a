package dev.stoa.learning.proof;

import dev.stoa.base.Bounds;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Times;
import dev.stoa.json.Json;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.consensus.ConsensusRows;
import dev.stoa.learning.consensus.Proof;
import dev.stoa.learning.consensus.ProofLanguage;
import dev.stoa.learning.consensus.StoredTable;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Claims checked by provers, one row for each attempt. Thread-safe. A claim counts as verified only if a prover ran
 * here and said so, and a claim that follows from contradictory hypotheses does not. Hazard: a check takes up to twice
 * its limit, and waits before that while two others run.
 */
public final class Proofs {
    /** All provers of the process share its processors and memory, across archives. */
    private static final Semaphore PROVERS = new Semaphore(2);

    private final Archive archive;
    private final InstantSource clock;
    private final Ids ids;
    private final Z3Prover z3;
    private final LeanProver lean;
    private final boolean leanAllowed;
    private final boolean leanRemote;
    private final Principal caller;

    private Proofs(
            Archive archive,
            InstantSource clock,
            Ids ids,
            Z3Prover z3,
            LeanProver lean,
            boolean leanAllowed,
            boolean leanRemote,
            Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.z3 = z3;
        this.lean = lean;
        this.leanAllowed = leanAllowed;
        this.leanRemote = leanRemote;
        this.caller = caller;
    }

    /** Proofs in an archive of {@link ConsensusArchive#SCHEMA}. */
    public static Proofs over(Archive archive, InstantSource clock, Ids ids, ProofSettings settings) {
        return over(archive, clock, ids, settings, Z3Prover.create());
    }

    static Proofs over(Archive archive, InstantSource clock, Ids ids, ProofSettings settings, Z3Prover z3) {
        return new Proofs(
                archive, clock, ids, z3, new LeanProver(settings), true, settings.leanRemote(), Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Proofs as(Principal other) {
        return new Proofs(archive, clock, ids, z3, lean, leanAllowed, leanRemote, other);
    }

    /** The same proofs for callers from outside, for whom Lean runs only where the settings allow it. */
    public Proofs remote() {
        return new Proofs(archive, clock, ids, z3, lean, leanRemote, leanRemote, caller);
    }

    /**
     * Checks a claim and stores the result. What was verified before for the same debate is returned as it is.
     * A caller that is interrupted gets a row that says so.
     */
    @Needs(value = Right.WRITE, agents = false)
    public Proof check(ProofRequest request) {
        Rights.check(caller);
        if (request.language() == ProofLanguage.LEAN4 && !leanAllowed) {
            throw new ForbiddenException(
                    "forbidden",
                    "lean4 is not checked for callers from outside, because elaborating it is running code",
                    "set proofs.lean_remote = true, or check it locally");
        }
        String hash = request.hash();
        Optional<Proof> verified = archive.read(tx -> ConsensusRows.verified(tx, request.debateId(), hash));
        if (verified.isPresent()) {
            return verified.get();
        }
        Verdict verdict = run(request);
        // Keeping the row must not fail for what ended the prover.
        boolean interrupted = Thread.interrupted();
        try {
            return store(request, hash, verdict);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Verdict run(ProofRequest request) {
        try {
            PROVERS.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Verdict.cancelled(request.timeoutMs());
        }
        try {
            return switch (request.language()) {
                case Z3_SMT -> z3.prove(request.formalStatement(), request.timeoutMs());
                case LEAN4 -> lean.prove(request.formalStatement(), request.timeoutMs());
            };
        } finally {
            PROVERS.release();
        }
    }

    private Proof store(ProofRequest request, String hash, Verdict verdict) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("id", ids.next());
        values.put("debate_id", request.debateId());
        values.put("proof_status", verdict.status().text());
        values.put("language", request.language().text());
        values.put("formal_statement", request.formalStatement());
        values.put("is_verified", verdict.verified() ? 1L : 0L);
        values.put("proof_hash", hash);
        values.put("translation_time_ms", verdict.translationMs());
        values.put("proof_search_time_ms", verdict.searchMs());
        values.put("prover_version", verdict.version());
        values.put("error_message", verdict.error());
        values.put("timestamp", Times.show(clock.instant()));
        values.put(
                "data",
                Json.write(Json.object("vacuity", verdict.vacuity(), "counterexample", verdict.counterexample())));
        archive.write(tx -> {
            StoredTable.PROOFS.insert(tx, values, null);
            return null;
        });
        return Proof.of(values);
    }

    /** One attempt. */
    @Needs(Right.READ)
    public Proof show(String id) {
        Rights.check(caller);
        Bounds.id("id", id);
        return archive.read(tx -> ConsensusRows.proof(tx, id)
                .orElseThrow(() ->
                        new NotFoundException("not_found", "there is no proof " + id, "list the proofs of a debate")));
    }

    /** The attempts of a debate, or all, the latest first. */
    @Needs(Right.READ)
    public Page<Proof> list(@Nullable String debate, Page.Request page) {
        Rights.check(caller);
        String only = debate == null ? null : Bounds.id("debate_id", debate);
        return archive.read(tx -> ConsensusRows.proofs(tx, only, page));
    }
}
