package dev.stoa.learning.critique;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TakeoverRule;

/** The declaration of the critique archive. */
public final class CritiqueArchive {
    /** Debates as their critics saw them, critiques, patterns and reputations. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("critique")
            .file("aragora_traces.db")
            .grows("critiques", "created_at", "id")
            .version(1, "debates, critiques, patterns and reputations")
            .version(2, "critique keys, pattern ranks and text index", CritiqueBackFill::run)
            .version(3, "what simulated debates left is marked")
            .invariant(
                    "C3",
                    "a pattern is not in the text index, or the index has a row without one",
                    """
                    SELECT 'pattern ' || id FROM patterns
                    WHERE NOT EXISTS (SELECT 1 FROM patterns_fts_docsize d WHERE d.id = patterns.seq)
                    UNION ALL SELECT 'index row ' || d.id FROM patterns_fts_docsize d
                    WHERE NOT EXISTS (SELECT 1 FROM patterns WHERE seq = d.id)""",
                    "SELECT 'pattern ' || id FROM patterns WHERE seq IS NULL OR search IS NULL")
            .invariant(
                    "P1",
                    "the counts of a type differ from its patterns, or a critique is resolved without a"
                            + " prediction error, or two have one key",
                    p1("json_extract(record, '$.issue_type')", "json_extract(record, '$.%s')"),
                    p1("record ->> 'issue_type'", "(record ->> '%s')::bigint"))
            .takeover(
                    TakeoverRule.unit("debates", "confidence"),
                    TakeoverRule.unit("critiques", "severity"),
                    TakeoverRule.unit("critiques", "expected_usefulness"),
                    TakeoverRule.unit("critiques", "actual_usefulness"),
                    TakeoverRule.unit("patterns", "avg_severity"),
                    TakeoverRule.unit("patterns", "surprise_score"),
                    TakeoverRule.unit("patterns", "base_rate"))
            .reindex(PatternTable::reindex)
            .build();

    private CritiqueArchive() {}

    private static String p1(String archivedType, String archivedCount) {
        return """
                SELECT 'type ' || issue_type FROM (
                    SELECT issue_type, COALESCE(success_count, 0) AS s, COALESCE(failure_count, 0) AS f FROM patterns
                    UNION ALL SELECT %s, %s, %s FROM patterns_archive
                    UNION ALL SELECT issue_type, -successes, -failures FROM pattern_type_stats) AS counted
                GROUP BY issue_type HAVING sum(s) <> 0 OR sum(f) <> 0
                UNION ALL SELECT 'critique ' || id FROM critiques
                WHERE resolved_at IS NOT NULL AND prediction_error IS NULL
                UNION ALL SELECT 'critique ' || min(id) FROM critiques
                WHERE critique_key IS NOT NULL GROUP BY critique_key HAVING count(*) > 1""".formatted(
                archivedType, archivedCount.formatted("success_count"), archivedCount.formatted("failure_count"));
    }
}
