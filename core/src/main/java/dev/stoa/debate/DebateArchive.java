package dev.stoa.debate;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the debate archive. */
public final class DebateArchive {
    /** Sessions, turns and code versions. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("debate")
            .version(1, "sessions, turns and code versions")
            .build();

    private DebateArchive() {}
}
