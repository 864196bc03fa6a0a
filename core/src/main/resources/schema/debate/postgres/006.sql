CREATE TABLE IF NOT EXISTS debate_events (
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    seq integer NOT NULL,
    kind varchar(30) NOT NULL,
    data jsonb NOT NULL DEFAULT '{}',
    at timestamptz NOT NULL,
    prev_hash char(64) NOT NULL,
    hash char(64) NOT NULL,
    PRIMARY KEY (session_id, seq),
    CONSTRAINT chk_debate_events_kind
        CHECK (kind IN ('debate_created', 'debate_started', 'runner_changed', 'context_attached', 'phase_started',
            'phase_skipped', 'plan_made', 'calls_planned', 'turn_stored', 'positions_measured',
            'checks_run', 'tally_made', 'phase_completed', 'round_completed', 'gate_opened',
            'gate_overdue', 'gate_decided', 'deadline_reached', 'budget_reached', 'debate_completed',
            'debate_failed', 'debate_cancelled', 'debate_graded'))
);

CREATE TABLE IF NOT EXISTS debate_tombstones (
    session_id uuid NOT NULL PRIMARY KEY,
    debate_id varchar(255) NOT NULL,
    chain_head char(64),
    deleted_at timestamptz NOT NULL,
    reason text
);
CREATE OR REPLACE TRIGGER trg_debate_events_update BEFORE UPDATE ON debate_events
    FOR EACH ROW EXECUTE FUNCTION debate_row_stays();
CREATE OR REPLACE TRIGGER trg_debate_events_delete BEFORE DELETE ON debate_events
    FOR EACH ROW EXECUTE FUNCTION debate_row_goes_with_session();
CREATE OR REPLACE TRIGGER trg_debate_events_truncate BEFORE TRUNCATE ON debate_events
    FOR EACH STATEMENT EXECUTE FUNCTION debate_row_stays();
