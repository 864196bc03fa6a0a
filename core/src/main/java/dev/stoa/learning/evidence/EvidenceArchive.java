package dev.stoa.learning.evidence;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TakeoverRule;

/** The declaration of the evidence archive. */
public final class EvidenceArchive {
    /** Evidence, its sources, its links to debates, the documents it is a part of, and its text index. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("evidence")
            .grows("evidence", "created_at", "created_at")
            .version(1, "evidence, links and text index")
            .version(2, "order, trust, vectors and sources", EvidenceUpgrade::order)
            .version(3, "documents, passages and a text index with their surroundings", EvidenceUpgrade::index)
            .version(4, "vectors of the sentences of a text")
            .completion(tx -> {
                EvidenceUpgrade.order(tx);
                EvidenceUpgrade.reindex(tx);
            })
            .takeover(
                    new TakeoverRule.Reference("debate_evidence", "evidence_id", "evidence", "id"),
                    TakeoverRule.unit("evidence", "reliability_score"),
                    TakeoverRule.unit("debate_evidence", "relevance_score"))
            .reindex(EvidenceUpgrade::reindex)
            .invariant(
                    "E1",
                    "the text index differs from the evidence, a hash from its text, or a link, a source, a passage or a"
                            + " vector belongs to nothing",
                    EvidenceInvariants::violations)
            .build();

    private EvidenceArchive() {}
}
