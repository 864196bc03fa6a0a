package dev.stoa.learning.consensus;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the consensus archive. */
public final class ConsensusArchive {
    /** Conclusions, dissents and proofs. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("consensus")
            .file("consensus_memory.db")
            .version(1, "consensus and dissent")
            .version(2, "verified proofs")
            .build();

    private ConsensusArchive() {}
}
