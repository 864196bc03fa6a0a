package dev.stoa.learning.evidence;

import dev.stoa.base.Principal;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The removal of evidence that nobody has used for long. Immutable, safe from any thread.
 *
 * @param before what was updated at or after this time stays
 */
record EvidenceCleanup(Instant before, Instant now) {
    private static final int PORTION = 1_000;
    private static final int DOCUMENTS = 20;
    private static final double RELIABLE = 0.8;

    private record Old(String id, long seq) {}

    /** Removes one portion and returns the numbers of the texts that are gone; none when all is done. */
    List<Long> some(Tx tx) {
        PassageWriter passages = new PassageWriter(tx, now);
        List<Long> gone = new ArrayList<>();
        for (Old old : tx.list("""
                SELECT e.id, e.seq FROM evidence e
                WHERE e.updated_at < ? AND COALESCE(e.reliability_score, 0.5) < ?
                    AND NOT EXISTS (SELECT 1 FROM debate_evidence d WHERE d.evidence_id = e.id)
                    AND NOT EXISTS (SELECT 1 FROM passages p WHERE p.evidence_id = e.id)
                ORDER BY e.updated_at LIMIT ?""", row -> new Old(row.text(1), row.number(2)), before, RELIABLE, PORTION)) {
            passages.erase(old.id());
            gone.add(old.seq());
        }
        if (gone.isEmpty()) {
            gone.addAll(documents(tx));
        }
        return gone;
    }

    /** Removes documents until a text is gone with one. */
    private List<Long> documents(Tx tx) {
        // No text is added in its name: who removes needs neither ids nor trust.
        DocumentWriter documents = new DocumentWriter(tx, Principal.local(), Ids.system(), now);
        List<Long> gone = new ArrayList<>();
        List<String> old;
        do {
            old = tx.list("""
                    SELECT d.id FROM documents d WHERE d.updated_at < ? AND NOT EXISTS (
                        SELECT 1 FROM passages p JOIN evidence e ON e.id = p.evidence_id WHERE p.document_id = d.id
                            AND (e.updated_at >= ? OR COALESCE(e.reliability_score, 0.5) >= ?
                                OR EXISTS (SELECT 1 FROM debate_evidence l WHERE l.evidence_id = e.id)))
                    ORDER BY d.seq LIMIT ?""", row -> row.text(1), before, before, RELIABLE, DOCUMENTS);
            old.forEach(id -> gone.addAll(documents.remove(id)));
        } while (gone.isEmpty() && !old.isEmpty());
        return gone;
    }
}
