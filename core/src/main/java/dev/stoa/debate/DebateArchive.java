package dev.stoa.debate;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the debate archive. */
public final class DebateArchive {
    /** Sessions with everything said, voted, checked and decided in them, and what was learnt. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("debate")
            .version(1, "sessions, turns and code versions")
            .version(2, "domains, leases, clocks and hashes of sessions", DebateBackFill::sessions)
            .version(3, "protocol order of turns and what they were shown", DebateBackFill::turns)
            .version(4, "options, ballots, flips and checks")
            .version(5, "approval gates")
            .version(6, "events and tombstones")
            .version(7, "branching code versions and their tests", DebateBackFill::versions)
            .version(8, "outbox and grades")
            .version(9, "lessons", DebateBackFill::lessons)
            .build();

    private DebateArchive() {}
}
