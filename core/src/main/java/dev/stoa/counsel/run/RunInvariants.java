package dev.stoa.counsel.run;

/** What must always hold of queries and runs, as queries for what violates it. Constants. */
public final class RunInvariants {
    /** An answered query has one answer, one winner and one row in the audit log; no other has an answer. */
    public static final String ANSWERS = """
            SELECT 'query ' || q.query_id || ' is ' || q.state || ' and has ' || CAST(m.number AS TEXT) || ' answers'
                FROM queries q JOIN (SELECT query_id, count(*) AS number FROM messages
                    WHERE role = 'assistant' AND query_id IS NOT NULL GROUP BY query_id) m ON m.query_id = q.query_id
                WHERE q.state <> 'answered' OR m.number <> 1
            UNION ALL SELECT 'query ' || q.query_id || ' is answered, and its answer does not exist' FROM queries q
                WHERE q.state = 'answered' AND NOT EXISTS (SELECT 1 FROM messages m
                    WHERE m.message_id = q.answer_id AND m.query_id = q.query_id AND m.role = 'assistant')
            UNION ALL SELECT 'query ' || q.query_id || ' is ' || q.state || ' and has '
                    || CAST((SELECT count(*) FROM model_runs r WHERE r.query_id = q.query_id AND r.vcg_winner = 1) AS TEXT)
                    || ' winners' FROM queries q
                WHERE (SELECT count(*) FROM model_runs r WHERE r.query_id = q.query_id AND r.vcg_winner = 1)
                    <> CASE WHEN q.state = 'answered' THEN 1 ELSE 0 END
            UNION ALL SELECT 'query ' || q.query_id || ' is answered and not in the audit log' FROM queries q
                WHERE q.state = 'answered' AND NOT EXISTS (SELECT 1 FROM audit_log a
                    WHERE a.event_key = 'query:' || q.query_id AND a.event_type = 'query')
            UNION ALL SELECT 'run ' || r.run_id || ' has a transfer above 0' FROM model_runs r
                WHERE r.clarke_transfer > 0""";

    private static final String SUMS = """
            (SELECT specialist, model, domain AS field, count(*) AS runs, COALESCE(SUM(outcome_weight), 0) AS weights,
                COALESCE(SUM(outcome * outcome_weight), 0) AS outcomes
                FROM model_runs WHERE round = 'answer' AND model IS NOT NULL AND domain IS NOT NULL
                GROUP BY specialist, model, domain)""";

    /** The sums that reliability is read from are those of the runs. */
    public static final String STATS = """
            SELECT 'the results of ' || r.specialist || ' with ' || r.model || ' in ' || r.field
                || ' are not those of its runs' FROM\s""" + SUMS + """
             r LEFT JOIN specialist_stats s ON s.specialist = r.specialist AND s.model = r.model AND s.field = r.field
                WHERE s.runs IS NULL OR s.runs <> r.runs OR abs(s.weight_sum - r.weights) > 0.000001
                    OR abs(s.outcome_sum - r.outcomes) > 0.000001
            UNION ALL SELECT 'the results of ' || s.specialist || ' with ' || s.model || ' in ' || s.field
                || ' are of no run' FROM specialist_stats s LEFT JOIN\s""" + SUMS + """
             r ON s.specialist = r.specialist AND s.model = r.model AND s.field = r.field
                WHERE r.runs IS NULL AND s.runs <> 0""";

    /** A run is blocked because a blocking check failed. */
    public static final String BLOCKED = """
            SELECT 'run ' || r.run_id || ' is blocked by no check' FROM model_runs r
                WHERE r.status = 'blocked' AND NOT EXISTS (SELECT 1 FROM assertion_events e
                    WHERE e.query_id = r.query_id AND e.specialist = r.specialist AND e.level = 'blocking'
                        AND e.passed = 0)""";

    private RunInvariants() {}
}
