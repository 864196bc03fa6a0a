CREATE TABLE IF NOT EXISTS archive_sequence (
    name text PRIMARY KEY,
    value bigint NOT NULL
);

ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS domain varchar(64) NOT NULL DEFAULT 'general';
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS preset varchar(20);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS voting_method varchar(20);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS seed bigint;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS config_sha256 char(64);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS request_sha256 char(64);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS outcome_sha256 char(64);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS chain_head char(64);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS idempotency_key varchar(128);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS runner_id varchar(255);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS runner_epoch bigint NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS active_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS lease_until timestamptz;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS recoveries integer NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS turn_count integer NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS event_count integer NOT NULL DEFAULT 0;
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS stop_reason varchar(30);
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS error text;

CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_sessions_idempotency ON debate_sessions(idempotency_key);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_domain ON debate_sessions(domain, created_at);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_lease ON debate_sessions(status, lease_until);
CREATE INDEX IF NOT EXISTS idx_debate_sessions_tail ON debate_sessions(right(id::text, 8));

-- What an older program left half done would be refused by the triggers below at its next change.
UPDATE debate_sessions SET completed_at = COALESCE(updated_at, created_at, now())
    WHERE status IN ('completed', 'failed', 'cancelled') AND completed_at IS NULL;
UPDATE debate_sessions SET completed_at = NULL
    WHERE status NOT IN ('completed', 'failed', 'cancelled') AND completed_at IS NOT NULL;

CREATE OR REPLACE FUNCTION debate_status_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status IS DISTINCT FROM OLD.status AND NOT (
            (OLD.status = 'pending' AND NEW.status IN ('running', 'cancelled'))
            OR (OLD.status = 'running' AND NEW.status IN ('paused', 'completed', 'failed', 'cancelled'))
            OR (OLD.status = 'paused' AND NEW.status IN ('running', 'failed', 'cancelled'))) THEN
        RAISE EXCEPTION 'debate status: this state does not follow the present one';
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION debate_outcome_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status IN ('completed', 'failed', 'cancelled') AND NEW.outcome IS DISTINCT FROM OLD.outcome THEN
        RAISE EXCEPTION 'debate outcome: the outcome of a finished debate does not change';
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION debate_end_is_timed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.status IN ('completed', 'failed', 'cancelled')) <> (NEW.completed_at IS NOT NULL) THEN
        RAISE EXCEPTION 'debate end: completed_at belongs to finished debates, and to all of them';
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER trg_debate_sessions_status BEFORE UPDATE OF status ON debate_sessions
    FOR EACH ROW EXECUTE FUNCTION debate_status_follows();
CREATE OR REPLACE TRIGGER trg_debate_sessions_outcome BEFORE UPDATE OF outcome ON debate_sessions
    FOR EACH ROW EXECUTE FUNCTION debate_outcome_stays();
CREATE OR REPLACE TRIGGER trg_debate_sessions_end_insert BEFORE INSERT ON debate_sessions
    FOR EACH ROW EXECUTE FUNCTION debate_end_is_timed();
CREATE OR REPLACE TRIGGER trg_debate_sessions_end_update BEFORE UPDATE OF status, completed_at ON debate_sessions
    FOR EACH ROW EXECUTE FUNCTION debate_end_is_timed();
