package dev.stoa.learning.evidence;

import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;

/** What must always hold in the evidence archive. Stateless. */
final class EvidenceInvariants {
    private EvidenceInvariants() {}

    /** The names of at most {@code most} faulty rows. */
    static List<String> violations(Tx tx, int most) {
        String key = tx.dialect().pick("rowid", "seq");
        List<String> found = new ArrayList<>(tx.list("""
                SELECT 'evidence ' || id || ' is not indexed' FROM evidence
                    WHERE standalone = 1 AND seq NOT IN (SELECT %1$s FROM evidence_fts)
                UNION ALL SELECT 'evidence ' || id || ' has no number' FROM evidence WHERE seq IS NULL
                UNION ALL SELECT 'passage ' || position || ' of document ' || document_id || ' is not indexed' FROM passages
                    WHERE seq NOT IN (SELECT %1$s FROM evidence_fts)
                UNION ALL SELECT 'index row ' || %1$s || ' has no evidence' FROM evidence_fts
                    WHERE %1$s NOT IN (SELECT seq FROM evidence WHERE standalone = 1 AND seq IS NOT NULL)
                        AND %1$s NOT IN (SELECT seq FROM passages)
                UNION ALL SELECT 'evidence ' || id || ' stands nowhere' FROM evidence
                    WHERE standalone = 0 AND id NOT IN (SELECT evidence_id FROM passages)
                UNION ALL SELECT 'link of debate ' || debate_id || ' to ' || evidence_id FROM debate_evidence
                    WHERE evidence_id NOT IN (SELECT id FROM evidence)
                UNION ALL SELECT 'source ' || source || ' of ' || evidence_id FROM evidence_sources
                    WHERE evidence_id NOT IN (SELECT id FROM evidence)
                UNION ALL SELECT 'vectors of ' || evidence_id FROM sentence_vectors
                    WHERE evidence_id NOT IN (SELECT id FROM evidence)
                UNION ALL SELECT 'passage ' || position || ' of document ' || document_id FROM passages
                    WHERE evidence_id NOT IN (SELECT id FROM evidence) OR document_id NOT IN (SELECT id FROM documents)
                LIMIT %2$d""".formatted(key, most), row -> row.text(1)));
        tx.each("SELECT id, content_hash, snippet FROM evidence", row -> {
            String hash = row.textOrNull(2);
            // A second copy of a text in an imported file has no hash.
            if (found.size() < most && hash != null && !hash.equals(Tokenizer.contentHash(row.text(3)))) {
                found.add("hash of evidence " + row.text(1));
            }
        });
        return found;
    }
}
