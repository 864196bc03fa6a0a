ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS request_id text COLLATE "C";
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS routing_mode text COLLATE "C";
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS conversation_id text COLLATE "C";
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS event_key text COLLATE "C";
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS details_hash text COLLATE "C";
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS details_salt text COLLATE "C";

-- Rows of an older log are in no chain, and forks among them would not fit into one. They are kept in audit_legacy.
CREATE TEMP TABLE IF NOT EXISTS audit_log_old ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY created_at, id) AS position, * FROM audit_log WHERE seq IS NULL;
DELETE FROM audit_log WHERE seq IS NULL;

CREATE UNIQUE INDEX IF NOT EXISTS idx_audit_log_seq ON audit_log(seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_audit_log_prev_hash ON audit_log(prev_hash);
CREATE UNIQUE INDEX IF NOT EXISTS idx_audit_log_event_key ON audit_log(event_key)
    WHERE event_key IS NOT NULL;

CREATE INDEX IF NOT EXISTS idx_audit_log_conversation_id ON audit_log(conversation_id);

-- One row, which every entry moves: a writer that holds it appends next.
CREATE TABLE IF NOT EXISTS audit_head (
    id bigint NOT NULL PRIMARY KEY,
    size bigint NOT NULL,
    head_hash text COLLATE "C" NOT NULL,
    frontier text COLLATE "C" NOT NULL
);

CREATE TABLE IF NOT EXISTS audit_checkpoints (
    size bigint NOT NULL PRIMARY KEY,
    created_at double precision NOT NULL,
    frontier text COLLATE "C" NOT NULL,
    note text COLLATE "C" NOT NULL
);

CREATE TABLE IF NOT EXISTS audit_legacy (
    position bigint NOT NULL PRIMARY KEY,
    row text COLLATE "C" NOT NULL
);

-- Guards stop accidents. What an attacker does is for the verification to find.
CREATE OR REPLACE TRIGGER guard_audit_log_update BEFORE UPDATE ON audit_log
    FOR EACH ROW
    WHEN (NEW.id IS DISTINCT FROM OLD.id OR NEW.created_at IS DISTINCT FROM OLD.created_at
    OR NEW.event_type IS DISTINCT FROM OLD.event_type OR NEW.session_id IS DISTINCT FROM OLD.session_id
    OR NEW.trace_id IS DISTINCT FROM OLD.trace_id OR NEW.token_id IS DISTINCT FROM OLD.token_id
    OR NEW.field IS DISTINCT FROM OLD.field OR NEW.specialist IS DISTINCT FROM OLD.specialist
    OR NEW.u_score IS DISTINCT FROM OLD.u_score OR NEW.confidence IS DISTINCT FROM OLD.confidence
    OR NEW.latency_ms IS DISTINCT FROM OLD.latency_ms OR NEW.prev_hash IS DISTINCT FROM OLD.prev_hash
    OR NEW.curr_hash IS DISTINCT FROM OLD.curr_hash OR NEW.seq IS DISTINCT FROM OLD.seq
    OR NEW.request_id IS DISTINCT FROM OLD.request_id OR NEW.routing_mode IS DISTINCT FROM OLD.routing_mode
    OR NEW.conversation_id IS DISTINCT FROM OLD.conversation_id
    OR NEW.event_key IS DISTINCT FROM OLD.event_key OR NEW.details_hash IS DISTINCT FROM OLD.details_hash
    OR (NEW.details IS DISTINCT FROM OLD.details AND NEW.details IS NOT NULL)
    OR (NEW.details_salt IS DISTINCT FROM OLD.details_salt AND NEW.details_salt IS NOT NULL)) EXECUTE FUNCTION counsel_row_stays();

CREATE OR REPLACE TRIGGER guard_audit_log_delete BEFORE DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION counsel_row_stays();

CREATE OR REPLACE TRIGGER guard_promotions_update BEFORE UPDATE ON promotions
    FOR EACH ROW
    WHEN (NEW.id IS DISTINCT FROM OLD.id OR NEW.created_at IS DISTINCT FROM OLD.created_at
    OR NEW.specialist IS DISTINCT FROM OLD.specialist OR NEW.event IS DISTINCT FROM OLD.event
    OR NEW.from_model IS DISTINCT FROM OLD.from_model OR NEW.to_model IS DISTINCT FROM OLD.to_model
    OR NEW.metadata IS DISTINCT FROM OLD.metadata OR NEW.seq IS DISTINCT FROM OLD.seq
    OR (NEW.reverted IS DISTINCT FROM OLD.reverted AND NOT (OLD.reverted = 0 AND NEW.reverted = 1))) EXECUTE FUNCTION counsel_row_stays();

CREATE OR REPLACE TRIGGER guard_promotions_delete BEFORE DELETE ON promotions
    FOR EACH ROW EXECUTE FUNCTION counsel_row_stays();

CREATE OR REPLACE TRIGGER guard_context_backups_update BEFORE UPDATE ON context_backups
    FOR EACH ROW
    WHEN (NEW.backup_id IS DISTINCT FROM OLD.backup_id OR NEW.conversation_id IS DISTINCT FROM OLD.conversation_id
    OR NEW.specialist IS DISTINCT FROM OLD.specialist OR NEW.trigger IS DISTINCT FROM OLD.trigger
    OR NEW.thread_number IS DISTINCT FROM OLD.thread_number
    OR NEW.token_estimate IS DISTINCT FROM OLD.token_estimate
    OR NEW.created_at IS DISTINCT FROM OLD.created_at OR NEW.covers_seq IS DISTINCT FROM OLD.covers_seq
    OR NEW.author IS DISTINCT FROM OLD.author) EXECUTE FUNCTION counsel_row_stays();

CREATE OR REPLACE TRIGGER guard_context_backups_delete BEFORE DELETE ON context_backups
    FOR EACH ROW EXECUTE FUNCTION counsel_row_stays();

CREATE OR REPLACE TRIGGER guard_audit_checkpoints_update BEFORE UPDATE ON audit_checkpoints
    FOR EACH ROW EXECUTE FUNCTION counsel_row_stays();

CREATE OR REPLACE TRIGGER guard_audit_checkpoints_delete BEFORE DELETE ON audit_checkpoints
    FOR EACH ROW EXECUTE FUNCTION counsel_row_stays();
