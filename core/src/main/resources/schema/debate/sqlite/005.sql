CREATE TABLE IF NOT EXISTS debate_gates (
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    phase VARCHAR(50) NOT NULL,
    attempt SMALLINT NOT NULL DEFAULT 0,
    status VARCHAR(20) NOT NULL DEFAULT 'pending',
    summary TEXT,
    artifacts TEXT NOT NULL DEFAULT '{}',
    policy VARCHAR(20) NOT NULL DEFAULT 'wait',
    opened_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    decided_at TEXT,
    decided_by VARCHAR(255),
    reason TEXT,
    CONSTRAINT uq_debate_gates_slot UNIQUE (session_id, round, phase, attempt),
    CONSTRAINT chk_debate_gates_phase
        CHECK (phase IN ('dehallucination', 'self_evolvement', 'proposal', 'critique', 'review', 'optimization',
            'adversarial', 'convergence')),
    CONSTRAINT chk_debate_gates_status
        CHECK (status IN ('pending', 'approved', 'rejected', 'timed_out', 'withdrawn')),
    CONSTRAINT chk_debate_gates_policy CHECK (policy IN ('wait', 'approve', 'reject', 'fail'))
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_gates_pending ON debate_gates(session_id) WHERE status = 'pending';
CREATE INDEX IF NOT EXISTS idx_debate_gates_due ON debate_gates(expires_at) WHERE status = 'pending';
