CREATE TABLE IF NOT EXISTS debate_sessions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    debate_id varchar(255) NOT NULL,
    topic text NOT NULL,
    status varchar(50) NOT NULL DEFAULT 'pending',
    topology_type varchar(50),
    coordination_protocol varchar(50),
    config jsonb DEFAULT '{}',
    initiated_by varchar(255),
    created_at timestamptz DEFAULT now(),
    updated_at timestamptz DEFAULT now(),
    completed_at timestamptz,
    total_rounds integer DEFAULT 0,
    final_consensus_score decimal(5,4),
    outcome jsonb DEFAULT '{}',
    metadata jsonb DEFAULT '{}',
    CONSTRAINT chk_debate_sessions_status
        CHECK (status IN ('pending', 'running', 'paused', 'completed', 'failed', 'cancelled'))
);

CREATE INDEX IF NOT EXISTS idx_debate_sessions_debate_id ON debate_sessions(debate_id);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_status ON debate_sessions(status);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_created_at ON debate_sessions(created_at);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_topology ON debate_sessions(topology_type);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_active ON debate_sessions(status)
    WHERE status IN ('pending', 'running', 'paused');
CREATE INDEX IF NOT EXISTS idx_debate_sessions_metadata ON debate_sessions USING gin (metadata);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_config ON debate_sessions USING gin (config);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_debate_status ON debate_sessions(debate_id, status);

-- A statement that sets the time itself keeps its own value; only one that left it alone gets the server's clock.
CREATE OR REPLACE FUNCTION set_debate_sessions_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at THEN
        NEW.updated_at := now();
    END IF;
    RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER trg_debate_sessions_updated_at BEFORE UPDATE ON debate_sessions
    FOR EACH ROW EXECUTE FUNCTION set_debate_sessions_updated_at();

CREATE TABLE IF NOT EXISTS debate_turns (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    round integer NOT NULL,
    phase varchar(50) NOT NULL,
    agent_id varchar(255) NOT NULL,
    agent_role varchar(100),
    provider varchar(100),
    model varchar(255),
    content text,
    confidence decimal(5,4),
    tool_calls jsonb DEFAULT '[]',
    test_results jsonb DEFAULT '{}',
    reflections jsonb DEFAULT '[]',
    metadata jsonb DEFAULT '{}',
    created_at timestamptz DEFAULT now(),
    response_time_ms integer,
    CONSTRAINT chk_debate_turns_phase
        CHECK (phase IN ('dehallucination', 'self_evolvement', 'proposal', 'critique', 'review', 'optimization',
            'adversarial', 'convergence'))
);

CREATE INDEX IF NOT EXISTS idx_debate_turns_session_id ON debate_turns(session_id);
CREATE INDEX IF NOT EXISTS idx_debate_turns_session_round ON debate_turns(session_id, round);
CREATE INDEX IF NOT EXISTS idx_debate_turns_phase ON debate_turns(phase);
CREATE INDEX IF NOT EXISTS idx_debate_turns_agent ON debate_turns(agent_id);
CREATE INDEX IF NOT EXISTS idx_debate_turns_session_round_phase ON debate_turns(session_id, round, phase);
CREATE INDEX IF NOT EXISTS idx_debate_turns_created_at ON debate_turns(created_at);
CREATE INDEX IF NOT EXISTS idx_debate_turns_reflections ON debate_turns USING gin (reflections)
    WHERE reflections <> '[]';
CREATE INDEX IF NOT EXISTS idx_debate_turns_tool_calls ON debate_turns USING gin (tool_calls)
    WHERE tool_calls <> '[]';
CREATE INDEX IF NOT EXISTS idx_debate_turns_metadata ON debate_turns USING gin (metadata);

CREATE TABLE IF NOT EXISTS code_versions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    turn_id uuid REFERENCES debate_turns(id) ON DELETE SET NULL,
    language varchar(50),
    code text NOT NULL,
    version_number integer NOT NULL,
    quality_score decimal(5,4),
    test_pass_rate decimal(5,4),
    metrics jsonb DEFAULT '{}',
    diff_from_previous text,
    created_at timestamptz DEFAULT now(),
    CONSTRAINT uq_code_versions_session_version UNIQUE (session_id, version_number)
);

CREATE INDEX IF NOT EXISTS idx_code_versions_session_id ON code_versions(session_id);
CREATE INDEX IF NOT EXISTS idx_code_versions_turn_id ON code_versions(turn_id);
CREATE INDEX IF NOT EXISTS idx_code_versions_session_version ON code_versions(session_id, version_number);
CREATE INDEX IF NOT EXISTS idx_code_versions_language ON code_versions(language);
CREATE INDEX IF NOT EXISTS idx_code_versions_quality ON code_versions(quality_score) WHERE quality_score IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_code_versions_test_pass_rate ON code_versions(test_pass_rate)
    WHERE test_pass_rate IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_code_versions_metrics ON code_versions USING gin (metrics);
