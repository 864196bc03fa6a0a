package dev.stoa.learning.memory;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the continuum archive. */
public final class ContinuumArchive {
    /** Memories, their moves between tiers, what was archived of them, and the tuned parameters. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("continuum")
            .version(2, "tiers, transitions, archive and tuned parameters")
            .version(3, "red lines")
            .build();

    private ContinuumArchive() {}
}
