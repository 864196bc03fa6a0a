CREATE TABLE IF NOT EXISTS debate_events (
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind VARCHAR(30) NOT NULL,
    data TEXT NOT NULL DEFAULT '{}',
    at TEXT NOT NULL,
    prev_hash CHAR(64) NOT NULL,
    hash CHAR(64) NOT NULL,
    PRIMARY KEY (session_id, seq),
    CONSTRAINT chk_debate_events_kind
        CHECK (kind IN ('debate_created', 'debate_started', 'runner_changed', 'context_attached', 'phase_started',
            'phase_skipped', 'plan_made', 'calls_planned', 'turn_stored', 'positions_measured',
            'checks_run', 'tally_made', 'phase_completed', 'round_completed', 'gate_opened',
            'gate_overdue', 'gate_decided', 'deadline_reached', 'budget_reached', 'debate_completed',
            'debate_failed', 'debate_cancelled', 'debate_graded'))
);

CREATE TABLE IF NOT EXISTS debate_tombstones (
    session_id TEXT NOT NULL PRIMARY KEY,
    debate_id VARCHAR(255) NOT NULL,
    chain_head CHAR(64),
    deleted_at TEXT NOT NULL,
    reason TEXT
);
CREATE TRIGGER IF NOT EXISTS trg_debate_events_update BEFORE UPDATE ON debate_events
BEGIN
    SELECT RAISE(ABORT, 'debate_events is append-only: a row does not change');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_events_delete BEFORE DELETE ON debate_events
WHEN EXISTS (SELECT 1 FROM debate_sessions WHERE id = OLD.session_id)
BEGIN
    SELECT RAISE(ABORT, 'debate_events is append-only: a row goes only with its session');
END;
