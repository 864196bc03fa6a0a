CREATE TABLE IF NOT EXISTS debate_gates (
    id text NOT NULL PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    round integer NOT NULL,
    phase varchar(50) NOT NULL,
    attempt smallint NOT NULL DEFAULT 0,
    status varchar(20) NOT NULL DEFAULT 'pending',
    summary text,
    artifacts jsonb NOT NULL DEFAULT '{}',
    policy varchar(20) NOT NULL DEFAULT 'wait',
    opened_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    decided_at timestamptz,
    decided_by varchar(255),
    reason text,
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
