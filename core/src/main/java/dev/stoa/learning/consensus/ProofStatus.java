package dev.stoa.learning.consensus;

import java.util.Locale;

/** How an attempt to prove a claim ended. */
public enum ProofStatus {
    /** The prover found a proof; whether it counts is said beside it. */
    PROOF_FOUND,
    /** There is none, or the prover could not be asked. */
    FAILED,
    /** The prover had no answer in time. */
    TIMEOUT;

    /** The word under which it is stored. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
