package dev.stoa.society;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TimeForm;

/** The declaration of the society archive. */
public final class SocietyArchive {
    /** Agents, runs, tasks, channels, notes and knowledge. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("society")
            .file("space.db")
            .postgresSchema("space")
            .module("space")
            .times(TimeForm.NAIVE_MILLIS)
            .version(1, "agents, runs, tasks, channels, notes and knowledge")
            .build();

    private SocietyArchive() {}
}
