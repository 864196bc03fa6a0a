package dev.stoa.learning.evidence;

import dev.stoa.json.Json;
import dev.stoa.search.text.PostgresVectors;
import dev.stoa.search.text.TextIndex;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The code of the archive's migrations: what older files hold gets what they lack. Stateless. */
final class EvidenceUpgrade {
    /** How many rows are read at once. */
    private static final int PORTION = 500;

    private record Old(String id, Instant created, Instant updated) {}

    private EvidenceUpgrade() {}

    /** Numbers rows by age, hashes their texts, and writes times, enrichment, quality and sources as they are now. */
    static void order(Tx tx) {
        List<Old> rows = tx.list("""
                SELECT id, COALESCE(created_at, updated_at, CURRENT_TIMESTAMP),
                    COALESCE(updated_at, created_at, CURRENT_TIMESTAMP)
                FROM evidence WHERE seq IS NULL""", row -> new Old(row.text(1), row.instant(2), row.instant(3)));
        // Hashes are unique and those of other programs may be anything: none stands while the new ones come.
        tx.update("UPDATE evidence SET content_hash = NULL WHERE seq IS NULL");
        rows.stream()
                .sorted(Comparator.comparing(Old::created).thenComparing(Old::id))
                .forEach(old -> upgrade(tx, old));
        tx.list(
                        "SELECT debate_id, evidence_id, created_at FROM debate_evidence WHERE created_at IS NOT NULL",
                        row -> Tx.values(row.instant(3), row.text(1), row.text(2)))
                .forEach(link -> tx.update(
                        "UPDATE debate_evidence SET created_at = ? WHERE debate_id = ? AND evidence_id = ?", link));
    }

    private static void upgrade(Tx tx, Old old) {
        record Text(
                String source,
                @Nullable String title,
                String snippet,
                @Nullable String url,
                @Nullable Double reliability,
                @Nullable String metadata) {}
        Text text = tx.one(
                        "SELECT source, title, snippet, url, reliability_score, metadata_json FROM evidence WHERE id = ?",
                        row -> new Text(
                                row.text(1),
                                row.textOrNull(2),
                                row.text(3),
                                row.textOrNull(4),
                                row.realOrNull(5),
                                row.textOrNull(6)),
                        old.id())
                .orElseThrow();
        String hash = Tokenizer.contentHash(text.snippet());
        boolean copy = tx.number("SELECT count(*) FROM evidence WHERE content_hash = ?", hash) > 0;
        Map<String, @Nullable Object> metadata = EvidenceRows.object(text.metadata());
        Enrichment enrichment = Enrichment.of(text.snippet(), text.source(), text.url());
        double reliability = text.reliability() == null ? EvidenceRows.RELIABILITY : text.reliability();
        Quality quality = Quality.of(text.snippet(), text.url(), metadata, reliability, enrichment);
        tx.update(
                """
                UPDATE evidence SET seq = ?, content_hash = ?, enriched_metadata_json = ?, quality_scores_json = ?,
                    created_at = ?, updated_at = ? WHERE id = ?""",
                tx.next("evidence"),
                // Every row is kept: a second copy of a text has no hash, so that the first is the one that is found.
                copy ? null : hash,
                enrichment.json(),
                Json.write(quality.document()),
                old.created(),
                old.updated(),
                old.id());
        tx.update("""
                INSERT INTO evidence_sources (evidence_id, source, url, title, seen_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (evidence_id, source, url) DO NOTHING""", old.id(), text.source(), text.url() == null ? "" : text.url(), text.title(), old.created());
    }

    /** Rebuilds the text index from any state. */
    static void reindex(Tx tx) {
        if (tx.dialect() == Dialect.SQLITE) {
            // What is damaged cannot be emptied, but it can be dropped.
            tx.update("DROP TABLE IF EXISTS evidence_fts");
            tx.update(
                    "CREATE VIRTUAL TABLE evidence_fts USING fts5(evidence_id UNINDEXED, title, snippet, topics, context,"
                            + " tokenize = '" + TextIndex.FTS5_TOKENIZE + "')");
        }
        index(tx);
    }

    /** Fills the text index, which is empty or holds what it should not. */
    static void index(Tx tx) {
        EvidenceIndex.TABLE.fill(tx, () -> {
            if (tx.dialect() == Dialect.POSTGRES) {
                tx.update("DELETE FROM evidence_fts");
            }
            put(tx);
        });
    }

    private static void put(Tx tx) {
        PostgresVectors vectors = new PostgresVectors();
        List<String> ids = tx.list("SELECT id FROM evidence WHERE standalone = 1 ORDER BY seq", row -> row.text(1));
        for (int from = 0; from < ids.size(); from += PORTION) {
            EvidenceIndex.putAll(
                    tx, vectors, EvidenceRows.bare(tx, ids.subList(from, Math.min(ids.size(), from + PORTION))));
        }
        if (numbered(tx)) {
            EvidenceIndex.fillPassages(tx, vectors);
            return;
        }
        for (Place place : tx.list(
                "SELECT document_id, position FROM passages ORDER BY seq",
                row -> new Place(row.text(1), row.number(2)))) {
            EvidenceIndex.renew(tx, place.documentId(), place.position());
        }
    }

    /** Whether every text has a number that no other has, so that all can keep theirs in an index that is empty. */
    private static boolean numbered(Tx tx) {
        return tx.number("""
                        SELECT count(*) - count(DISTINCT seq) FROM (
                            SELECT seq FROM evidence UNION ALL SELECT seq FROM passages) AS numbers""") == 0;
    }
}
