package dev.stoa.evolution;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the evolution archive. */
public final class EvolutionArchive {
    /** Generations, profiles, episodes, action logs and created agents. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("evolution")
            .file("evolution.sqlite")
            .ledger(ArchiveSchema.Ledger.HISTORY)
            .version(1, "generations, profiles, episodes, action logs and created agents")
            .version(2, "tokens used by each action")
            .version(3, "hypotheses of the scout")
            .build();

    private EvolutionArchive() {}
}
