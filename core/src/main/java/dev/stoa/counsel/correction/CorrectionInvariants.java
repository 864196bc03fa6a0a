package dev.stoa.counsel.correction;

/** What must always hold of corrections, as queries for what violates it. Constants. */
public final class CorrectionInvariants {
    private static final String RULES = """
            SELECT 'several active corrections of ' || scope || ' ' || domain FROM corrections
                WHERE status = 'active' AND subject_key IS NOT NULL
                GROUP BY scope, COALESCE(scope_id, ''), domain, subject_key HAVING count(*) > 1
            UNION ALL SELECT 'correction ' || c.id || ' is not named by its successor' FROM corrections c
                WHERE c.superseded_by IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM corrections s WHERE s.id = c.superseded_by AND s.supersedes = c.id)
            UNION ALL SELECT 'correction ' || c.id || ' is not named by its predecessor' FROM corrections c
                WHERE c.supersedes IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM corrections p WHERE p.id = c.supersedes AND p.superseded_by = c.id)
            UNION ALL SELECT 'correction ' || c.id || ' has no first event' FROM corrections c
                WHERE NOT EXISTS (SELECT 1 FROM correction_events e
                    WHERE e.correction_id = c.id AND e.event IN ('created', 'proposed'))
            UNION ALL SELECT 'correction ' || c.id || ' has no key or no change' FROM corrections c
                WHERE c.subject_key IS NULL OR c.change_seq IS NULL
            UNION ALL SELECT 'run ' || run_id || ' has a correction without an applied event' FROM (
                SELECT r.run_id, %s AS correction FROM model_runs r
                    JOIN queries q ON q.query_id = r.query_id AND q.state = 'answered', %s) AS used
                WHERE NOT EXISTS (SELECT 1 FROM correction_events e
                    WHERE e.correction_id = used.correction AND e.event = 'applied')""";

    // Original files hold other things than lists there.
    private static final String LIST =
            "CASE WHEN r.corrections_applied LIKE '[%]' THEN r.corrections_applied ELSE '[]' END";

    /** One active correction of a subject, links that mirror each other, and events for all that happened. */
    public static final String SQLITE = RULES.formatted("j.value", "json_each(" + LIST + ") AS j");

    /** The same on PostgreSQL. */
    public static final String POSTGRES =
            RULES.formatted("j.value", "jsonb_array_elements_text(CAST(" + LIST + " AS jsonb)) AS j(value)");

    private CorrectionInvariants() {}
}
