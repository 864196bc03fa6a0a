package dev.stoa.learning.evidence;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.json.Digest;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The writing and reading of whole documents within a transaction. */
record DocumentWriter(Tx tx, Principal caller, Ids ids, Instant now) {
    private static final String COLUMNS = """
            SELECT d.id, d.seq, d.source, d.title, d.url, d.content_hash,
                (SELECT count(*) FROM passages p WHERE p.document_id = d.id), d.created_at, d.updated_at
            FROM documents d""";

    /** What a document led to, with the numbers of the texts that still have to be embedded. */
    record Written(DocumentAdded added, List<Long> unembedded) {}

    static Optional<Document> find(Tx tx, String id) {
        return tx.one(COLUMNS + " WHERE d.id = ?", DocumentWriter::read, id);
    }

    static Document get(Tx tx, String id) {
        return find(tx, id)
                .orElseThrow(
                        () -> new NotFoundException("not_found", "there is no document " + id, "list the documents"));
    }

    static List<Document> page(Tx tx, long below, int most) {
        return tx.list(COLUMNS + " WHERE d.seq < ? ORDER BY d.seq DESC LIMIT ?", DocumentWriter::read, below, most);
    }

    private static Document read(Row row) {
        return new Document(
                row.text(1),
                row.number(2),
                row.text(3),
                row.textOrNull(4),
                row.textOrNull(5),
                row.textOrNull(6),
                row.number(7),
                row.instant(8),
                row.instant(9));
    }

    /** Makes the document what the draft says; passages whose text stays keep their evidence. */
    Written put(DocumentDraft draft) {
        boolean created = find(tx, draft.id()).isEmpty();
        EvidenceWriter texts = new EvidenceWriter(tx, caller, ids, now, null);
        List<String> evidence = new ArrayList<>();
        List<Long> unembedded = new ArrayList<>();
        int added = 0;
        boolean capped = false;
        for (int i = 0; i < draft.passages().size(); i++) {
            // The place says that it does not stand alone; the passages themselves are put below, all at once.
            EvidenceDraft passage = draft.passages().get(i).place(draft.id(), i);
            EvidenceWriter.Written text = texts.put(passage);
            if (passage.link() != null) {
                texts.link(text.evidence().id(), passage.link());
            }
            evidence.add(text.evidence().id());
            added += text.added().created() ? 1 : 0;
            capped |= text.added().trustCapped();
            if (text.unembedded()) {
                unembedded.add(tx.number(
                        "SELECT seq FROM evidence WHERE id = ?", text.evidence().id()));
            }
        }
        save(draft, evidence);
        int removed = place(draft.id(), evidence);
        DocumentAdded result = new DocumentAdded(
                get(tx, draft.id()), created, capped, added, draft.passages().size() - added, removed);
        return new Written(result, unembedded);
    }

    private void save(DocumentDraft draft, List<String> evidence) {
        tx.update(
                """
                INSERT INTO documents (id, seq, source, title, url, content_hash, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET source = excluded.source, title = excluded.title, url = excluded.url,
                    content_hash = excluded.content_hash, updated_at = excluded.updated_at""",
                draft.id(),
                tx.next("document"),
                draft.source(),
                draft.title(),
                draft.url(),
                Digest.sha256(evidence.stream().collect(Collectors.joining("\n"))),
                now,
                now);
    }

    /** Puts the texts to their places; a passage with the same text and the same neighbours keeps its index row. */
    private int place(String id, List<String> evidence) {
        PassageWriter passages = new PassageWriter(tx, now);
        List<PassageWriter.Stored> old = passages.of(id);
        Map<Long, Integer> orderOf = new HashMap<>();
        for (int i = 0; i < old.size(); i++) {
            orderOf.put(old.get(i).position(), i);
        }
        Set<Long> stale = new LinkedHashSet<>();
        for (long i = 0; i < evidence.size(); i++) {
            Integer before = orderOf.get(i);
            if (before == null || !same(old, before, evidence, (int) i)) {
                stale.add(i);
            }
        }
        for (PassageWriter.Stored passage : old) {
            if (passage.position() >= evidence.size() || stale.contains(passage.position())) {
                passages.remove(id, passage);
            }
        }
        stale.forEach(i -> passages.insert(new Place(id, i), evidence.get(i.intValue())));
        stale.forEach(i -> EvidenceIndex.renew(tx, id, i));
        int removed = 0;
        // A set: in a list every passage would be compared with every other.
        Set<String> staying = new HashSet<>(evidence);
        for (String gone : old.stream()
                .map(PassageWriter.Stored::evidenceId)
                .filter(text -> !staying.contains(text))
                .collect(Collectors.toCollection(LinkedHashSet::new))) {
            removed += passages.orphan(gone) ? 1 : 0;
        }
        return removed;
    }

    private static boolean same(List<PassageWriter.Stored> old, int at, List<String> now, int i) {
        for (int step = -EvidenceIndex.NEIGHBOURS; step <= EvidenceIndex.NEIGHBOURS; step++) {
            String before = at + step < 0 || at + step >= old.size()
                    ? ""
                    : old.get(at + step).evidenceId();
            String after = i + step < 0 || i + step >= now.size() ? "" : now.get(i + step);
            if (!before.equals(after)) {
                return false;
            }
        }
        return true;
    }

    /** Deletes a document with its passages; returns the numbers of the texts that are gone with it. */
    List<Long> remove(String id) {
        PassageWriter passages = new PassageWriter(tx, now);
        List<PassageWriter.Stored> all = passages.of(id);
        all.forEach(passage -> passages.remove(id, passage));
        tx.update("DELETE FROM documents WHERE id = ?", id);
        List<Long> gone = new ArrayList<>();
        for (String text : all.stream()
                .map(PassageWriter.Stored::evidenceId)
                .collect(Collectors.toCollection(LinkedHashSet::new))) {
            long seq = tx.number("SELECT seq FROM evidence WHERE id = ?", text);
            if (passages.orphan(text)) {
                gone.add(seq);
            }
        }
        return gone;
    }
}
