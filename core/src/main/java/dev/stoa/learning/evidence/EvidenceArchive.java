package dev.stoa.learning.evidence;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the evidence archive. */
public final class EvidenceArchive {
    /** Evidence, its links to debates and its text index. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("evidence")
            .version(1, "evidence, links and text index")
            .build();

    private EvidenceArchive() {}
}
