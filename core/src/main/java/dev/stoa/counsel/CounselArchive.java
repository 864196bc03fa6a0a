package dev.stoa.counsel;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TimeForm;

/** The declaration of the counsel archive. */
public final class CounselArchive {
    /** Conversations, corrections, model runs and the audit log. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("counsel")
            .file("aua.db")
            .postgresSchema("aua")
            .module("aua")
            .times(TimeForm.UNIX_SECONDS)
            .version(1, "conversations, corrections, model runs and the audit log")
            .build();

    private CounselArchive() {}
}
