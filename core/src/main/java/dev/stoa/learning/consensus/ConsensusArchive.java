package dev.stoa.learning.consensus;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TakeoverRule;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The declaration of the consensus archive. */
public final class ConsensusArchive {
    /** Conclusions, dissents and proofs. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("consensus")
            .file("consensus_memory.db")
            .grows("consensus", "timestamp", "seq")
            .version(1, "consensus and dissent")
            .version(2, "verified proofs")
            .version(3, "order, counts, supersession, answers and search", ConsensusBackFill::fill)
            .version(4, "archived consensus")
            .version(5, "outcomes of simulated debates are marked", ConsensusBackFill::simulated)
            .invariant(
                    "K1",
                    "a strength, topic hash, supersession, dissent or verified proof contradicts what it is made of",
                    ConsensusInvariants::k1)
            .invariant("C3", "a consensus is not in the text index, or the reverse", ConsensusInvariants::c3)
            .takeover(
                    new TakeoverRule.Word(
                            "dissent",
                            "dissent_type",
                            Arrays.stream(DissentType.values())
                                    .map(DissentType::text)
                                    .collect(Collectors.toSet()),
                            null),
                    new TakeoverRule.Reference("dissent", "debate_id", "consensus", "id"),
                    TakeoverRule.unit("consensus", "confidence"),
                    TakeoverRule.unit("dissent", "confidence"))
            .reindex(tx -> ConsensusWriter.TEXT.rebuild(tx, "SELECT seq, topic, conclusion FROM consensus"))
            .build();

    private ConsensusArchive() {}
}
