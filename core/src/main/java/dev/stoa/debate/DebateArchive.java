package dev.stoa.debate;

import dev.stoa.debate.proof.RegisterProof;
import dev.stoa.debate.proof.Replay;
import dev.stoa.storage.ArchiveSchema;

/** The declaration of the debate archive. */
public final class DebateArchive {
    /** Sessions with everything said, voted, checked and decided in them, and what was learnt. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("debate")
            .grows("debate_turns", "created_at", "created_at")
            .version(1, "sessions, turns and code versions")
            .version(2, "domains, leases, clocks and hashes of sessions", DebateBackFill::sessions)
            .version(3, "protocol order of turns and what they were shown", DebateBackFill::turns)
            .version(4, "options, ballots, flips and checks")
            .version(5, "approval gates")
            .version(6, "events and tombstones")
            .version(7, "branching code versions and their tests", DebateBackFill::versions)
            .version(8, "outbox and grades")
            .version(9, "lessons", DebateBackFill::lessons)
            .version(10, "chained register of sessions", DebateBackFill::register)
            .version(11, "simulated debates are told apart in an index")
            .version(12, "debates are found by the words of their questions", TopicIndex::rebuild)
            .version(13, "leases are renewed without an index")
            .invariant("D1", "the end, outcome or a word of a session is wrong", DebateInvariants::d1)
            .invariant("D2", "a turn is out of order or was shown what was not there", DebateInvariants::d2)
            .invariant("D3", "the chain of a session's events does not hold", DebateInvariants::d3)
            .invariant(
                    "D4",
                    "a session waits without a gate, or the reverse",
                    DebateInvariantSql.D4,
                    DebateInvariantSql.D4)
            .invariant("D5", "a ballot could not have been counted so", DebateInvariants::d5)
            .invariant("D6", "a code version contradicts its code or its tests", DebateInvariants::d6)
            .invariant("D7", "what a session teaches is missing or out of turn", DebateInvariants::d7)
            .invariant(
                    "D8",
                    "a lesson or a question differs from its index, a lesson from its uses, or a lease is from the future",
                    DebateInvariants::d8)
            .invariant("D9", "a session does not prove itself", Replay.FINDER)
            .invariant("D10", "the register of sessions does not hold", RegisterProof::violations)
            .notice("outbox", DeadOutboxNotice::tell)
            .reindex(DebateBackFill::reindex)
            .build();

    private DebateArchive() {}
}
