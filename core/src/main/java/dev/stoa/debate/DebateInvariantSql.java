package dev.stoa.debate;

/** The queries of the debate archive's invariants: each row names one violation. */
final class DebateInvariantSql {
    /** Whether a session was written down from its beginning, as those of version 1 were not. */
    private static final String RECORDED = """
            EXISTS (SELECT 1 FROM debate_events c
                WHERE c.session_id = %s AND c.seq = 1 AND c.kind = 'debate_created')""";

    static final String D1 = """
            SELECT 'end of session ' || id FROM debate_sessions
                WHERE (status IN ('completed', 'failed', 'cancelled')) <> (completed_at IS NOT NULL)
            UNION ALL
            SELECT 'topology_type of session ' || id FROM debate_sessions
                WHERE topology_type NOT IN ('graph_mesh', 'star', 'chain', 'tree') AND %1$s
            UNION ALL
            SELECT 'coordination_protocol of session ' || id FROM debate_sessions
                WHERE coordination_protocol NOT IN ('cpde', 'dpde', 'adaptive') AND %1$s
            UNION ALL
            SELECT 'preset of session ' || id FROM debate_sessions
                WHERE preset NOT IN ('ladder', 'classic', 'vote', 'round-table', 'external')
            UNION ALL
            SELECT 'final_consensus_score of session ' || id FROM debate_sessions
                WHERE final_consensus_score NOT BETWEEN 0 AND 1""".formatted(RECORDED.formatted("debate_sessions.id"));

    private static final String ORDER = """
            SELECT 'turn_seq of session ' || s.id FROM debate_sessions s WHERE s.status = 'completed' AND s.turn_count <> (
                SELECT count(CASE WHEN t.turn_seq BETWEEN 1 AND s.turn_count THEN 1 END) + 1000000 * count(CASE
                    WHEN t.turn_seq IS NULL OR t.turn_seq NOT BETWEEN 1 AND s.turn_count THEN 1 END)
                FROM debate_turns t WHERE t.session_id = s.id)
            UNION ALL
            SELECT 'phase_ordinal of turn ' || id FROM debate_turns
                WHERE phase_ordinal IS NULL OR phase_ordinal <> CASE phase WHEN 'dehallucination' THEN 1
                    WHEN 'self_evolvement' THEN 2 WHEN 'proposal' THEN 3 WHEN 'critique' THEN 4 WHEN 'review' THEN 5
                    WHEN 'optimization' THEN 6 WHEN 'adversarial' THEN 7 ELSE 8 END
            UNION ALL
            """;

    static final String D2_SQLITE = ORDER + """
            SELECT 'visible_turns of turn ' || t.id FROM debate_turns t JOIN json_each(t.visible_turns) v
                WHERE v.value >= t.turn_seq OR NOT EXISTS (
                    SELECT 1 FROM debate_turns o WHERE o.session_id = t.session_id AND o.turn_seq = v.value)""";

    static final String D2_POSTGRES = ORDER + """
            SELECT 'visible_turns of turn ' || t.id FROM debate_turns t
                CROSS JOIN LATERAL jsonb_array_elements_text(t.visible_turns) v(value)
                WHERE v.value::bigint >= t.turn_seq OR NOT EXISTS (
                    SELECT 1 FROM debate_turns o WHERE o.session_id = t.session_id AND o.turn_seq = v.value::bigint)""";

    static final String D3 = """
            SELECT 'events of session ' || s.id FROM debate_sessions s
                WHERE s.event_count <> (SELECT count(*) FROM debate_events e WHERE e.session_id = s.id)
            UNION ALL
            SELECT 'chain_head of session ' || s.id FROM debate_sessions s
                WHERE COALESCE(s.chain_head, '') <> COALESCE((
                    SELECT e.hash FROM debate_events e WHERE e.session_id = s.id ORDER BY e.seq DESC LIMIT 1), '')""";

    private static final String STORED = """
            SELECT 'turn_stored of turn ' || t.id FROM debate_turns t
                WHERE (t.row_sha256 IS NOT NULL OR %s) AND NOT EXISTS (
                    SELECT 1 FROM debate_events e WHERE e.session_id = t.session_id AND e.kind = 'turn_stored' AND\s""".formatted(RECORDED.formatted("t.session_id"));

    static final String D3_STORED_SQLITE = STORED + "json_extract(e.data, '$.row_sha256') = t.row_sha256)";

    static final String D3_STORED_POSTGRES = STORED + "e.data ->> 'row_sha256' = t.row_sha256)";

    static final String D4 = """
            SELECT 'gate of session ' || s.id FROM debate_sessions s
                WHERE (CASE s.status WHEN 'paused' THEN 1 ELSE 0 END) <> (
                    SELECT count(*) FROM debate_gates g WHERE g.session_id = s.id AND g.status = 'pending') AND %s
            UNION ALL
            SELECT 'decided_at of gate ' || id FROM debate_gates WHERE status <> 'pending' AND decided_at IS NULL""".formatted(RECORDED.formatted("s.id"));

    private static final String BALLOTS = """
            SELECT 'choice of ' || b.agent_id || ' in session ' || b.session_id FROM debate_ballots b
                WHERE b.counted = 1 AND NOT EXISTS (
                    SELECT 1 FROM debate_options o WHERE o.session_id = b.session_id AND o.option_key = b.choice)
            UNION ALL
            SELECT 'confidence of ' || b.agent_id || ' in session ' || b.session_id FROM debate_ballots b
                WHERE b.confidence NOT BETWEEN 0 AND 1
            UNION ALL
            """;

    static final String D5_SQLITE = BALLOTS + """
            SELECT 'ballots of session ' || s.id FROM debate_sessions s WHERE json_array_length(s.config, '$.agents') < (
                SELECT max(n) FROM (SELECT count(*) AS n FROM debate_ballots b
                    WHERE b.session_id = s.id GROUP BY b.stage, b.round, b.attempt))
            UNION ALL
            SELECT 'final tally of session ' || s.id FROM debate_sessions s
                WHERE s.status = 'completed' AND %1$s AND NOT EXISTS (
                    SELECT 1 FROM debate_events e WHERE e.session_id = s.id AND e.kind = 'tally_made'
                        AND json_extract(e.data, '$.stage') = 'final')""".formatted(RECORDED.formatted("s.id"));

    static final String D5_POSTGRES = BALLOTS + """
            SELECT 'ballots of session ' || s.id FROM debate_sessions s
                WHERE jsonb_typeof(s.config -> 'agents') = 'array' AND jsonb_array_length(s.config -> 'agents') < (
                    SELECT max(n) FROM (SELECT count(*) AS n FROM debate_ballots b
                        WHERE b.session_id = s.id GROUP BY b.stage, b.round, b.attempt) AS counts)
            UNION ALL
            SELECT 'final tally of session ' || s.id FROM debate_sessions s
                WHERE s.status = 'completed' AND %1$s AND NOT EXISTS (
                    SELECT 1 FROM debate_events e WHERE e.session_id = s.id AND e.kind = 'tally_made'
                        AND e.data ->> 'stage' = 'final')""".formatted(RECORDED.formatted("s.id"));

    static final String D6 = """
            SELECT 'version_number of session ' || session_id FROM code_versions
                GROUP BY session_id HAVING min(version_number) <> 1 OR max(version_number) <> count(*)
            UNION ALL
            SELECT 'parent_version of version ' || id FROM code_versions WHERE parent_version >= version_number
            UNION ALL
            SELECT 'test_pass_rate of version ' || v.id FROM code_versions v LEFT JOIN (
                SELECT version_id, round(count(CASE status WHEN 'passed' THEN 1 END) * 1.0
                    / nullif(count(CASE WHEN status NOT IN ('timeout', 'not_run') THEN 1 END), 0), 4) AS rate
                FROM code_test_results GROUP BY version_id) r ON r.version_id = v.id
                WHERE abs(v.test_pass_rate - r.rate) > 0.00005 OR (v.test_pass_rate IS NULL AND r.rate IS NOT NULL)
                    OR (r.rate IS NULL AND v.test_pass_rate IS NOT NULL AND %s)""".formatted(RECORDED.formatted("v.session_id"));

    private static final String TAUGHT = """
            SELECT 'done_at of outbox row ' || seq FROM debate_outbox WHERE status = 'done' AND done_at IS NULL
            UNION ALL
            SELECT 'grade of session ' || g.session_id FROM debate_grades g JOIN debate_sessions s ON s.id = g.session_id
                WHERE s.status <> 'completed'
            UNION ALL
            SELECT 'consensus row of session ' || s.id FROM debate_sessions s WHERE s.status = 'completed' AND NOT EXISTS (
                SELECT 1 FROM debate_outbox o WHERE o.session_id = s.id AND o.target = 'consensus')
                AND %s AND\s""".formatted(RECORDED.formatted("s.id"));

    static final String D7_SQLITE = TAUGHT + "json_extract(s.config, '$.learn') = 1";

    static final String D7_POSTGRES = TAUGHT + "s.config ->> 'learn' = 'true'";

    static final String D8_COUNTS = """
            SELECT 'counts of lesson ' || l.id FROM debate_lessons l WHERE l.uses <> (SELECT count(*)
                FROM debate_lesson_uses u WHERE u.lesson_id = l.id AND u.shown = 1 AND u.success IS NOT NULL)
                OR l.successes <> (SELECT count(*)
                    FROM debate_lesson_uses u WHERE u.lesson_id = l.id AND u.shown = 1 AND u.success = 1)""";

    static final String D8_SQLITE = """
            SELECT 'lesson ' || l.id FROM debate_lessons l
                WHERE NOT EXISTS (SELECT 1 FROM debate_lessons_fts f WHERE f.rowid = l.seq)
            UNION ALL
            SELECT 'index row ' || f.rowid FROM debate_lessons_fts f
                WHERE NOT EXISTS (SELECT 1 FROM debate_lessons l WHERE l.seq = f.rowid)
            UNION ALL
            SELECT 'question of session ' || s.id FROM debate_sessions s WHERE s.id NOT IN (
                SELECT session_id FROM debate_topics_fts WHERE session_id IS NOT NULL)
            UNION ALL
            SELECT 'index row of session ' || f.session_id FROM debate_topics_fts f
                WHERE NOT EXISTS (SELECT 1 FROM debate_sessions s WHERE s.id = f.session_id)
            UNION ALL
            SELECT 'lease_until of session ' || id FROM debate_sessions
                WHERE lease_until > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+60 seconds')""";

    static final String D8_POSTGRES = """
            SELECT 'lesson ' || id FROM debate_lessons WHERE search IS NULL
            UNION ALL
            SELECT 'question of session ' || id FROM debate_sessions WHERE search IS NULL
            UNION ALL
            SELECT 'lease_until of session ' || id FROM debate_sessions
                WHERE lease_until > now() + interval '60 seconds'""";

    private DebateInvariantSql() {}
}
