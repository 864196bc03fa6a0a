package dev.stoa.learning.evidence;

import dev.stoa.search.text.TextTable;
import dev.stoa.storage.Tx;
import java.util.List;
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

    /** Indexes a passage, which is not in the index, under the number it has. */
    static void fill(Tx tx, String documentId, long position) {
        tx.one(
                        "SELECT evidence_id, seq FROM passages WHERE document_id = ? AND position = ?",
                        row -> new Object[] {row.text(1), row.number(2)},
                        documentId,
                        position)
                .ifPresent(row -> put(
                        tx,
                        (Long) row[1],
                        EvidenceRows.bare(tx, "e.id = ?", (String) row[0]).orElseThrow(),
                        context(tx, documentId, position)));
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
