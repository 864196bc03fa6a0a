CREATE TABLE IF NOT EXISTS debate_sessions (
    id TEXT NOT NULL PRIMARY KEY DEFAULT (
        lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
            || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))),
    debate_id VARCHAR(255) NOT NULL,
    topic TEXT NOT NULL,
    status VARCHAR(50) NOT NULL DEFAULT 'pending',
    topology_type VARCHAR(50),
    coordination_protocol VARCHAR(50),
    config TEXT DEFAULT '{}',
    initiated_by VARCHAR(255),
    created_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    updated_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    completed_at TEXT,
    total_rounds INTEGER DEFAULT 0,
    final_consensus_score DECIMAL(5,4),
    outcome TEXT DEFAULT '{}',
    metadata TEXT DEFAULT '{}',
    CONSTRAINT chk_debate_sessions_status
        CHECK (status IN ('pending', 'running', 'paused', 'completed', 'failed', 'cancelled'))
);

CREATE INDEX IF NOT EXISTS idx_debate_sessions_debate_id ON debate_sessions(debate_id);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_status ON debate_sessions(status);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_created_at ON debate_sessions(created_at);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_topology ON debate_sessions(topology_type);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_active ON debate_sessions(status)
    WHERE status IN ('pending', 'running', 'paused');
CREATE INDEX IF NOT EXISTS idx_debate_sessions_metadata ON debate_sessions(metadata);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_config ON debate_sessions(config);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_debate_status ON debate_sessions(debate_id, status);

-- A statement that sets the time itself keeps its own value. The second condition ends the chain at once where
-- recursive triggers are on: within one statement the clock stands still, so the inner update finds nothing to do.
CREATE TRIGGER IF NOT EXISTS trg_debate_sessions_updated_at AFTER UPDATE ON debate_sessions
    FOR EACH ROW
    WHEN NEW.updated_at IS OLD.updated_at AND NEW.updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%fZ','now')
BEGIN
    UPDATE debate_sessions SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ','now') WHERE id = NEW.id;
END;

CREATE TABLE IF NOT EXISTS debate_turns (
    id TEXT NOT NULL PRIMARY KEY DEFAULT (
        lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
            || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))),
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    phase VARCHAR(50) NOT NULL,
    agent_id VARCHAR(255) NOT NULL,
    agent_role VARCHAR(100),
    provider VARCHAR(100),
    model VARCHAR(255),
    content TEXT,
    confidence DECIMAL(5,4),
    tool_calls TEXT DEFAULT '[]',
    test_results TEXT DEFAULT '{}',
    reflections TEXT DEFAULT '[]',
    metadata TEXT DEFAULT '{}',
    created_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    response_time_ms INTEGER,
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
CREATE INDEX IF NOT EXISTS idx_debate_turns_reflections ON debate_turns(reflections)
    WHERE reflections <> '[]';
CREATE INDEX IF NOT EXISTS idx_debate_turns_tool_calls ON debate_turns(tool_calls)
    WHERE tool_calls <> '[]';
CREATE INDEX IF NOT EXISTS idx_debate_turns_metadata ON debate_turns(metadata);

CREATE TABLE IF NOT EXISTS code_versions (
    id TEXT NOT NULL PRIMARY KEY DEFAULT (
        lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
            || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))),
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    turn_id TEXT REFERENCES debate_turns(id) ON DELETE SET NULL,
    language VARCHAR(50),
    code TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    quality_score DECIMAL(5,4),
    test_pass_rate DECIMAL(5,4),
    metrics TEXT DEFAULT '{}',
    diff_from_previous TEXT,
    created_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    CONSTRAINT uq_code_versions_session_version UNIQUE (session_id, version_number)
);

CREATE INDEX IF NOT EXISTS idx_code_versions_session_id ON code_versions(session_id);
CREATE INDEX IF NOT EXISTS idx_code_versions_turn_id ON code_versions(turn_id);
CREATE INDEX IF NOT EXISTS idx_code_versions_session_version ON code_versions(session_id, version_number);
CREATE INDEX IF NOT EXISTS idx_code_versions_language ON code_versions(language);
CREATE INDEX IF NOT EXISTS idx_code_versions_quality ON code_versions(quality_score) WHERE quality_score IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_code_versions_test_pass_rate ON code_versions(test_pass_rate)
    WHERE test_pass_rate IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_code_versions_metrics ON code_versions(metrics);
