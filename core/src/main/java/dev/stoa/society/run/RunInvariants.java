package dev.stoa.society.run;

/** What must always hold of runs and tasks, as queries for what violates it. Constants. */
public final class RunInvariants {
    /** An agent lives once in a channel and does one thing at a time there; who is archived does not live. */
    public static final String ALIVE = """
            SELECT 'executions of ' || agent_id || ' in channel ' || channel_id FROM tasks
                WHERE kind = 'run' AND status IN ('pending', 'running') AND channel_id IS NOT NULL
                GROUP BY agent_id, channel_id HAVING count(*) > 1
            UNION ALL SELECT 'runs of ' || agent_id || ' in channel ' || channel_id FROM sessions
                WHERE ended_at IS NULL AND channel_id IS NOT NULL
                GROUP BY agent_id, channel_id HAVING count(*) > 1
            UNION ALL SELECT 'run ' || s.session_id || ' of an archived agent' FROM sessions s
                JOIN agents a ON a.agent_id = s.agent_id
                WHERE s.ended_at IS NULL AND a.archived_at IS NOT NULL""";

    /** What a task has fits its status. */
    public static final String STATUS = """
            SELECT 'task ' || task_id || ' is ' || status FROM tasks
                WHERE status = 'running'
                        AND (lease_holder IS NULL OR lease_expires_at IS NULL OR lease_token < 1)
                    OR status = 'pending'
                        AND (started_at IS NOT NULL OR pid IS NOT NULL OR completed_at IS NOT NULL)
                    OR status IN ('completed', 'failed', 'timeout', 'killed')
                        AND (completed_at IS NULL OR lease_expires_at IS NOT NULL)
                    OR status NOT IN ('pending', 'running', 'completed', 'failed', 'timeout', 'killed')""";

    /** The lives of an agent have numbers of their own, and what each was told is kept. */
    public static final String LIVES = """
            SELECT 'spawn number ' || spawn_number || ' of ' || agent_id FROM sessions
                GROUP BY agent_id, spawn_number HAVING count(*) > 1
            UNION ALL SELECT 'spawn count of ' || a.agent_id FROM agents a
                JOIN (SELECT agent_id, max(spawn_number) AS highest FROM sessions GROUP BY agent_id) lived
                    ON lived.agent_id = a.agent_id
                WHERE a.spawn_count < lived.highest
            UNION ALL SELECT 'constitution of run ' || s.session_id FROM sessions s
                LEFT JOIN constitutions c ON c.hash = s.constitution_hash
                WHERE s.constitution_hash IS NOT NULL AND c.hash IS NULL""";

    private RunInvariants() {}
}
