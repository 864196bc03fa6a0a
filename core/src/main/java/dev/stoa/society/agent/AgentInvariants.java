package dev.stoa.society.agent;

/** What must always hold of agents and what names them, as queries for what violates it. Constants. */
public final class AgentInvariants {
    /** A name means one agent, the reserved ones are there, and a mention that started something says what. */
    public static final String NAMES = """
            SELECT 'alias ' || l.identity FROM agent_aliases l JOIN agents a ON a.identity = l.identity
            UNION ALL SELECT 'agent ' || wanted.identity FROM (SELECT 'system' AS identity UNION ALL SELECT 'human') wanted
                LEFT JOIN agents a ON a.identity = wanted.identity
                WHERE a.agent_id IS NULL OR a.archived_at IS NOT NULL OR a.kind <> wanted.identity
            UNION ALL SELECT 'mention of ' || agent_id || ' in message ' || message_id FROM mentions
                WHERE state IN ('started', 'coalesced') AND task_id IS NULL""";

    private AgentInvariants() {}
}
