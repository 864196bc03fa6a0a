CREATE TABLE IF NOT EXISTS archive_sequence (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
);

ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS domain VARCHAR(64) NOT NULL DEFAULT 'general';
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS preset VARCHAR(20);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS voting_method VARCHAR(20);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS seed BIGINT;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS config_sha256 CHAR(64);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS request_sha256 CHAR(64);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS outcome_sha256 CHAR(64);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS chain_head CHAR(64);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS idempotency_key VARCHAR(128);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS runner_id VARCHAR(255);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS runner_epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS active_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS lease_until TEXT;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS recoveries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS turn_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS event_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS stop_reason VARCHAR(30);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS error TEXT;

CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_sessions_idempotency ON debate_sessions(idempotency_key);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_domain ON debate_sessions(domain, created_at);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_lease ON debate_sessions(status, lease_until);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_tail ON debate_sessions(substr(id, -8));

-- What an older program left half done would be refused by the triggers below at its next change.
UPDATE debate_sessions SET completed_at = COALESCE(updated_at, created_at, strftime('%Y-%m-%dT%H:%M:%fZ','now'))
    WHERE status IN ('completed', 'failed', 'cancelled') AND completed_at IS NULL;
UPDATE debate_sessions SET completed_at = NULL
    WHERE status NOT IN ('completed', 'failed', 'cancelled') AND completed_at IS NOT NULL;

CREATE TRIGGER IF NOT EXISTS trg_debate_sessions_status BEFORE UPDATE OF status ON debate_sessions
WHEN NEW.status IS NOT OLD.status AND NOT (
    (OLD.status = 'pending' AND NEW.status IN ('running', 'cancelled'))
    OR (OLD.status = 'running' AND NEW.status IN ('paused', 'completed', 'failed', 'cancelled'))
    OR (OLD.status = 'paused' AND NEW.status IN ('running', 'failed', 'cancelled')))
BEGIN
    SELECT RAISE(ABORT, 'debate status: this state does not follow the present one');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_sessions_outcome BEFORE UPDATE OF outcome ON debate_sessions
WHEN OLD.status IN ('completed', 'failed', 'cancelled') AND NEW.outcome IS NOT OLD.outcome
BEGIN
    SELECT RAISE(ABORT, 'debate outcome: the outcome of a finished debate does not change');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_sessions_end_insert BEFORE INSERT ON debate_sessions
WHEN (NEW.status IN ('completed', 'failed', 'cancelled')) <> (NEW.completed_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'debate end: completed_at belongs to finished debates, and to all of them');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_sessions_end_update BEFORE UPDATE OF status, completed_at ON debate_sessions
WHEN (NEW.status IN ('completed', 'failed', 'cancelled')) <> (NEW.completed_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'debate end: completed_at belongs to finished debates, and to all of them');
END;
