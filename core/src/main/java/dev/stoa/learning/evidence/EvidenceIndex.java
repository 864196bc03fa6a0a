package dev.stoa.learning.evidence;

import dev.stoa.search.text.PostgresVectors;
import dev.stoa.search.text.TextTable;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The text index {@code evidence_fts}. Stateless, safe from any thread.
 *
 * <p>A text is evidence once, whichever documents hold it; in the index it stands once for each place, because what
 * surrounds it there is a part of what it means: one row under the number of the evidence if it was added by itself,
 * and one under the number of each passage, with the texts before and behind it in the column {@code context}. So a
 * short passage is found by what stands around it, and each hit knows its place.
 */
final class EvidenceIndex {
    /** How many passages on either side are its neighbours. */
    static final int NEIGHBOURS = 2;

    /** How many passages are read at once. */
    private static final int PORTION = 500;

    /** A match in the text around a passage says less than one in it. */
    private static final double CONTEXT_WEIGHT = 0.7;

    /** The maximum number of characters of the neighbours on one side, the nearest part: turns of a talk, not pages. */
    private static final int NEAREST = 400;

    static final TextTable TABLE = TextTable.apart(
            "evidence_fts",
            new TextTable.Column("evidence_id", 0),
            new TextTable.Column("title", 2),
            new TextTable.Column("snippet", 1),
            new TextTable.Column("topics", 1),
            new TextTable.Column("context", CONTEXT_WEIGHT));

    private record Neighbour(long position, String snippet) {}

    private EvidenceIndex() {}

    /** Indexes evidence that stands by itself. */
    static void put(Tx tx, Evidence evidence) {
        put(tx, evidence.seq(), evidence, null);
    }

    private static void put(Tx tx, long seq, Evidence evidence, @Nullable String context) {
        TABLE.put(
                tx,
                seq,
                evidence.id(),
                evidence.title(),
                evidence.snippet(),
                String.join(" ", evidence.enrichment().topics()),
                context);
    }

    /** Indexes evidence that stands by itself, of an index that is built as a whole. */
    static void putAll(Tx tx, PostgresVectors vectors, List<Evidence> all) {
        TABLE.putAll(
                tx,
                vectors,
                all.stream()
                        .map(evidence -> texts(evidence.seq(), evidence, null))
                        .toList());
    }

    private static TextTable.Texts texts(long seq, Evidence evidence, @Nullable String context) {
        return new TextTable.Texts(
                seq,
                Arrays.asList(
                        evidence.id(),
                        evidence.title(),
                        evidence.snippet(),
                        String.join(" ", evidence.enrichment().topics()),
                        context));
    }

    /** A passage with its evidence. */
    private record Passage(String documentId, long position, long seq, Evidence evidence) {
        Neighbour neighbour() {
            return new Neighbour(position, evidence.snippet());
        }
    }

    private record Key(String documentId, long position, long seq, String evidenceId) {}

    /** Indexes all passages, none of which is in the index, under the numbers they have. */
    static void fillPassages(Tx tx, PostgresVectors vectors) {
        List<Passage> line = new ArrayList<>();
        int done = 0;
        List<Passage> more;
        do {
            more = after(tx, line.isEmpty() ? null : line.getLast());
            line.addAll(more);
            // Those at the end of the portion wait for what stands behind them.
            int ready = more.size() == PORTION ? line.size() - NEIGHBOURS : line.size();
            List<TextTable.Texts> texts = new ArrayList<>();
            for (int i = done; i < ready; i++) {
                Passage passage = line.get(i);
                String context = nearest(around(line, i, -1), true) + "\n" + nearest(around(line, i, 1), false);
                texts.add(texts(passage.seq(), passage.evidence(), context));
            }
            TABLE.putAll(tx, vectors, texts);
            int gone = Math.max(0, ready - NEIGHBOURS);
            line.subList(0, gone).clear();
            done = ready - gone;
        } while (more.size() == PORTION);
    }

    /** The next passages in the order of documents and of their places in them. */
    private static List<Passage> after(Tx tx, @Nullable Passage last) {
        List<Key> keys = tx.list(
                "SELECT document_id, position, seq, evidence_id FROM passages"
                        + (last == null ? "" : " WHERE (document_id, position) > (?, ?)")
                        + " ORDER BY document_id, position LIMIT " + PORTION,
                row -> new Key(row.text(1), row.number(2), row.number(3), row.text(4)),
                last == null ? new Object[0] : new Object[] {last.documentId(), last.position()});
        Map<String, Evidence> known = new HashMap<>();
        if (!keys.isEmpty()) {
            EvidenceRows.bare(tx, keys.stream().map(Key::evidenceId).distinct().toList())
                    .forEach(evidence -> known.put(evidence.id(), evidence));
        }
        return keys.stream()
                .map(key -> new Passage(
                        key.documentId(),
                        key.position(),
                        key.seq(),
                        Objects.requireNonNull(known.get(key.evidenceId()), "a passage refers to its evidence")))
                .toList();
    }

    /** The neighbours on one side, the nearest first. */
    private static List<Neighbour> around(List<Passage> line, int at, int step) {
        List<Neighbour> neighbours = new ArrayList<>();
        for (int i = at + step; Math.abs(i - at) <= NEIGHBOURS && i >= 0 && i < line.size(); i += step) {
            if (line.get(i).documentId().equals(line.get(at).documentId())) {
                neighbours.add(line.get(i).neighbour());
            }
        }
        return neighbours;
    }

    /** Rebuilds the index row of a passage under a new number. */
    static void renew(Tx tx, String documentId, long position) {
        tx.one(
                        "SELECT evidence_id, seq FROM passages WHERE document_id = ? AND position = ?",
                        row -> new Object[] {row.text(1), row.number(2)},
                        documentId,
                        position)
                .ifPresent(row -> {
                    TABLE.remove(tx, (Long) row[1]);
                    long seq = tx.next("evidence");
                    tx.update(
                            "UPDATE passages SET seq = ? WHERE document_id = ? AND position = ?",
                            seq,
                            documentId,
                            position);
                    Evidence evidence =
                            EvidenceRows.bare(tx, "e.id = ?", (String) row[0]).orElseThrow();
                    put(tx, seq, evidence, context(tx, documentId, position));
                });
    }

    /** Rebuilds the index rows of the passages around a position. */
    static void renewAround(Tx tx, String documentId, long position) {
        for (boolean before : List.of(true, false)) {
            for (Neighbour neighbour : neighbours(tx, documentId, position, before)) {
                renew(tx, documentId, neighbour.position());
            }
        }
    }

    private static List<Neighbour> neighbours(Tx tx, String documentId, long position, boolean before) {
        return tx.list(
                "SELECT p.position, e.snippet FROM passages p JOIN evidence e ON e.id = p.evidence_id"
                        + " WHERE p.document_id = ? AND p.position "
                        + (before ? "< ? ORDER BY p.position DESC" : "> ? ORDER BY p.position")
                        + " LIMIT " + NEIGHBOURS,
                row -> new Neighbour(row.number(1), row.text(2)),
                documentId,
                position);
    }

    private static String context(Tx tx, String documentId, long position) {
        return nearest(neighbours(tx, documentId, position, true), true) + "\n"
                + nearest(neighbours(tx, documentId, position, false), false);
    }

    /** As much of the neighbours on one side as counts, in the order of the document. */
    private static String nearest(List<Neighbour> neighbours, boolean before) {
        String text = "";
        for (Neighbour neighbour : neighbours) {
            if (text.length() < NEAREST) {
                String part = part(neighbour.snippet(), NEAREST - text.length(), before);
                text = before ? part + "\n" + text : text + "\n" + part;
            }
        }
        return text.strip();
    }

    /** The end of a text before, or the beginning of one behind, in whole words. */
    private static String part(String text, int most, boolean before) {
        if (text.length() <= most) {
            return text;
        }
        int space = before ? text.indexOf(' ', text.length() - most) : text.lastIndexOf(' ', most);
        if (space < 0) {
            return "";
        }
        return before ? text.substring(space + 1) : text.substring(0, space);
    }
}
