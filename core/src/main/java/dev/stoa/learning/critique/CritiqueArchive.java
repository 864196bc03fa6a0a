package dev.stoa.learning.critique;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the critique archive. */
public final class CritiqueArchive {
    /** Debates as their critics saw them, critiques, patterns and reputations. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("critique")
            .file("aragora_traces.db")
            .version(1, "debates, critiques, patterns and reputations")
            .build();

    private CritiqueArchive() {}
}
