package dev.stoa.learning.evidence;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reading of evidence with its sources, links and places. Stateless, safe from any thread. Files of other programs
 * may hold what ours never writes: JSON that is none, no reliability, unknown words; those read as their defaults.
 */
final class EvidenceRows {
    private static final String COLUMNS = """
            SELECT e.id, e.seq, e.content_hash, e.source, e.title, e.snippet, e.url, e.reliability_score, e.trust,
                e.trust_reason, e.metadata_json, e.enriched_metadata_json, e.quality_scores_json, e.created_at, e.updated_at
            FROM evidence e""";
    static final double RELIABILITY = 0.5;

    private EvidenceRows() {}

    static Evidence get(Tx tx, String id) {
        return find(tx, id).orElseThrow(() -> missing(id));
    }

    static NotFoundException missing(String id) {
        return new NotFoundException("not_found", "there is no evidence " + id, "search the evidence");
    }

    static Optional<Evidence> find(Tx tx, String id) {
        return bare(tx, "e.id = ?", id).map(evidence -> whole(tx, evidence));
    }

    /** The row without what other tables say of it. */
    static Optional<Evidence> bare(Tx tx, String condition, Object value) {
        return tx.one(COLUMNS + " WHERE " + condition, EvidenceRows::read, value);
    }

    /** The rows of these ids, in any order. */
    static List<Evidence> bare(Tx tx, List<String> ids) {
        return tx.list(COLUMNS + " WHERE e.id IN (" + Tx.marks(ids.size()) + ")", EvidenceRows::read, ids.toArray());
    }

    /** Rows below a number, newest first. */
    static List<Evidence> page(Tx tx, EvidenceFilter filter, long below, int most) {
        List<@Nullable Object> params = new ArrayList<>();
        params.add(below);
        String where = " WHERE e.seq < ?" + filter.sql(params);
        params.add(most);
        return tx.list(COLUMNS + where + " ORDER BY e.seq DESC LIMIT ?", EvidenceRows::read, params.toArray()).stream()
                .map(evidence -> whole(tx, evidence))
                .toList();
    }

    private static Evidence whole(Tx tx, Evidence evidence) {
        List<Evidence.Source> sources = tx
                .list(
                        "SELECT source, url, title, seen_at FROM evidence_sources WHERE evidence_id = ?",
                        row -> new Evidence.Source(row.text(1), row.text(2), row.textOrNull(3), row.instantOrNull(4)),
                        evidence.id())
                .stream()
                .sorted(Comparator.comparing(
                                (Evidence.Source source) -> source.seenAt() == null ? Instant.EPOCH : source.seenAt())
                        .thenComparing(Evidence.Source::source)
                        .thenComparing(Evidence.Source::url))
                .toList();
        return evidence.with(sources, uses(tx, evidence.id()), places(tx, evidence.id()));
    }

    private static List<Evidence.Use> uses(Tx tx, String id) {
        record Dated(Instant at, Evidence.Use use) {}
        return tx
                .list(
                        """
                        SELECT debate_id, round_number, relevance_score, used_in_consensus, created_at
                        FROM debate_evidence WHERE evidence_id = ?""",
                        row -> {
                            Instant at = row.instantOrNull(5);
                            return new Dated(
                                    at == null ? Instant.EPOCH : at,
                                    new Evidence.Use(
                                            row.text(1),
                                            row.numberOrNull(2),
                                            row.realOrNull(3),
                                            row.textOrNull(4) != null && row.flag(4)));
                        },
                        id)
                .stream()
                .sorted(Comparator.comparing(Dated::at)
                        .thenComparing(dated -> dated.use().debateId()))
                .map(Dated::use)
                .toList();
    }

    private static List<Place> places(Tx tx, String id) {
        return tx.list(
                "SELECT document_id, position FROM passages WHERE evidence_id = ? ORDER BY seq",
                row -> new Place(row.text(1), row.number(2)),
                id);
    }

    private static Evidence read(Row row) {
        String source = row.text(4);
        String snippet = row.text(6);
        String url = row.textOrNull(7);
        Double stored = row.realOrNull(8);
        double reliability = stored == null ? RELIABILITY : stored;
        Map<String, @Nullable Object> metadata = object(row.textOrNull(11));
        Enrichment enrichment = enrichment(object(row.textOrNull(12)), snippet, source, url);
        return new Evidence(
                row.text(1),
                row.number(2),
                row.textOrNull(3),
                source,
                row.textOrNull(5),
                snippet,
                url,
                reliability,
                Trust.ofLevel(row.number(9)),
                row.textOrNull(10),
                quality(object(row.textOrNull(13)), snippet, url, metadata, reliability, enrichment),
                enrichment,
                metadata,
                List.of(),
                List.of(),
                List.of(),
                row.instant(14),
                row.instant(15));
    }

    private static Enrichment enrichment(
            Map<String, @Nullable Object> stored, String snippet, String source, @Nullable String url) {
        if (stored.get("source_type") instanceof String type
                && stored.get("word_count") instanceof Number words
                && stored.get("topics") instanceof List<?> topics) {
            return new Enrichment(
                    SourceType.ofText(type),
                    words.intValue(),
                    topics.stream().map(String::valueOf).toList());
        }
        return Enrichment.of(snippet, source, url);
    }

    private static Quality quality(
            Map<String, @Nullable Object> stored,
            String snippet,
            @Nullable String url,
            Map<String, @Nullable Object> metadata,
            double reliability,
            Enrichment enrichment) {
        if (stored.get("authority") instanceof Number authority
                && stored.get("completeness") instanceof Number completeness
                && stored.get("verifiability") instanceof Number verifiability
                && stored.get("overall") instanceof Number overall) {
            return new Quality(
                    authority.doubleValue(),
                    completeness.doubleValue(),
                    verifiability.doubleValue(),
                    reliability,
                    overall.doubleValue());
        }
        return Quality.of(snippet, url, metadata, reliability, enrichment);
    }

    /** The object in a column; empty if there is none. */
    static Map<String, @Nullable Object> object(@Nullable String json) {
        if (json == null) {
            return Map.of();
        }
        try {
            return Json.parseObject(json);
        } catch (StoaException e) {
            return Map.of();
        }
    }
}
