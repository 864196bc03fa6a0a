package dev.stoa.learning.proof;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import java.time.InstantSource;

/** Proofs whose prover cannot be started, so that every attempt is stored without a proof. Stateless. */
public final class UnprovenClaims {
    private UnprovenClaims() {}

    public static Proofs over(Archive archive, InstantSource clock) {
        return Proofs.over(archive, clock, Ids.system(), ProofSettings.searching(""), Z3Prover.of("/nowhere"));
    }
}
