package dev.stoa.learning.evidence;

import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The writing of passages, which join evidence to documents, within a transaction. */
record PassageWriter(Tx tx, Instant now) {
    /** A passage as it is stored. */
    record Stored(long position, String evidenceId, long seq) {}

    /** Puts a text that was added by itself to its place; what stood there before leaves it. */
    void put(EvidenceDraft draft, String evidenceId) {
        Place place = Objects.requireNonNull(draft.place());
        tx.update(
                """
                INSERT INTO documents (id, seq, source, url, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, content_hash = NULL""",
                place.documentId(),
                // A number that is not used leaves a gap, and gaps do no harm.
                tx.next("document"),
                draft.source(),
                draft.url(),
                now,
                now);
        Optional<Stored> before = at(place);
        if (before.isPresent() && before.get().evidenceId().equals(evidenceId)) {
            return;
        }
        before.ifPresent(old -> remove(place.documentId(), old));
        insert(place, evidenceId);
        EvidenceIndex.renew(tx, place.documentId(), place.position());
        EvidenceIndex.renewAround(tx, place.documentId(), place.position());
        before.ifPresent(old -> orphan(old.evidenceId()));
    }

    /** Inserts a passage without its index row. */
    void insert(Place place, String evidenceId) {
        tx.update(
                "INSERT INTO passages (document_id, position, evidence_id, seq) VALUES (?, ?, ?, ?)",
                place.documentId(),
                place.position(),
                evidenceId,
                tx.next("evidence"));
    }

    /** Removes a passage and its index row; its neighbours and its text are the caller's to look after. */
    void remove(String documentId, Stored passage) {
        EvidenceIndex.TABLE.remove(tx, passage.seq());
        tx.update("DELETE FROM passages WHERE document_id = ? AND position = ?", documentId, passage.position());
    }

    List<Stored> of(String documentId) {
        return tx.list(
                "SELECT position, evidence_id, seq FROM passages WHERE document_id = ? ORDER BY position",
                PassageWriter::stored,
                documentId);
    }

    private Optional<Stored> at(Place place) {
        return tx.one(
                "SELECT position, evidence_id, seq FROM passages WHERE document_id = ? AND position = ?",
                PassageWriter::stored,
                place.documentId(),
                place.position());
    }

    private static Stored stored(Row row) {
        return new Stored(row.number(1), row.text(2), row.number(3));
    }

    /**
     * Looks after a text that has left a document: it goes if it stands nowhere else and no debate has seen it; a text
     * that a debate has seen stands by itself from then on.
     *
     * @return whether it is gone
     */
    boolean orphan(String evidenceId) {
        boolean placed = tx.number("SELECT count(*) FROM passages WHERE evidence_id = ?", evidenceId) > 0
                || tx.number("SELECT count(*) FROM evidence WHERE id = ? AND standalone = 1", evidenceId) > 0;
        if (placed) {
            return false;
        }
        if (tx.number("SELECT count(*) FROM debate_evidence WHERE evidence_id = ?", evidenceId) > 0) {
            tx.update("UPDATE evidence SET standalone = 1 WHERE id = ?", evidenceId);
            EvidenceRows.bare(tx, "e.id = ?", evidenceId).ifPresent(evidence -> EvidenceIndex.put(tx, evidence));
            return false;
        }
        erase(evidenceId);
        return true;
    }

    /** Deletes evidence with its sources, links, passages, vectors and index rows. */
    void erase(String evidenceId) {
        tx.one("SELECT seq FROM evidence WHERE id = ?", row -> row.number(1), evidenceId)
                .ifPresent(seq -> EvidenceIndex.TABLE.remove(tx, seq));
        List<Place> places = EvidenceRows.find(tx, evidenceId).orElseThrow().passages();
        for (Place place : places) {
            at(place).ifPresent(passage -> remove(place.documentId(), passage));
        }
        tx.update("DELETE FROM evidence_sources WHERE evidence_id = ?", evidenceId);
        tx.update("DELETE FROM debate_evidence WHERE evidence_id = ?", evidenceId);
        tx.update("DELETE FROM sentence_vectors WHERE evidence_id = ?", evidenceId);
        tx.update("DELETE FROM evidence WHERE id = ?", evidenceId);
        for (Place place : places) {
            EvidenceIndex.renewAround(tx, place.documentId(), place.position());
        }
    }
}
