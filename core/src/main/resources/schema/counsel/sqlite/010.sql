ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS request_id TEXT;
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS routing_mode TEXT;
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS conversation_id TEXT;
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS event_key TEXT;
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS details_hash TEXT;
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS details_salt TEXT;

-- Rows of an older log are in no chain, and forks among them would not fit into one. They are kept in audit_legacy.
CREATE TEMP TABLE IF NOT EXISTS audit_log_old AS
    SELECT rowid AS position, * FROM audit_log WHERE seq IS NULL;
DELETE FROM audit_log WHERE seq IS NULL;

CREATE UNIQUE INDEX IF NOT EXISTS idx_audit_log_seq ON audit_log(seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_audit_log_prev_hash ON audit_log(prev_hash);
CREATE UNIQUE INDEX IF NOT EXISTS idx_audit_log_event_key ON audit_log(event_key)
    WHERE event_key IS NOT NULL;

CREATE INDEX IF NOT EXISTS idx_audit_log_conversation_id ON audit_log(conversation_id);

-- One row, which every entry moves: a writer that holds it appends next.
CREATE TABLE IF NOT EXISTS audit_head (
    id INTEGER NOT NULL PRIMARY KEY,
    size INTEGER NOT NULL,
    head_hash TEXT NOT NULL,
    frontier TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS audit_checkpoints (
    size INTEGER NOT NULL PRIMARY KEY,
    created_at REAL NOT NULL,
    frontier TEXT NOT NULL,
    note TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS audit_legacy (
    position INTEGER NOT NULL PRIMARY KEY,
    row TEXT NOT NULL
);

-- Guards stop accidents. What an attacker does is for the verification to find.
CREATE TRIGGER IF NOT EXISTS guard_audit_log_update BEFORE UPDATE ON audit_log
WHEN NEW.id IS NOT OLD.id OR NEW.created_at IS NOT OLD.created_at OR NEW.event_type IS NOT OLD.event_type
    OR NEW.session_id IS NOT OLD.session_id OR NEW.trace_id IS NOT OLD.trace_id
    OR NEW.token_id IS NOT OLD.token_id OR NEW.field IS NOT OLD.field
    OR NEW.specialist IS NOT OLD.specialist OR NEW.u_score IS NOT OLD.u_score
    OR NEW.confidence IS NOT OLD.confidence OR NEW.latency_ms IS NOT OLD.latency_ms
    OR NEW.prev_hash IS NOT OLD.prev_hash OR NEW.curr_hash IS NOT OLD.curr_hash OR NEW.seq IS NOT OLD.seq
    OR NEW.request_id IS NOT OLD.request_id OR NEW.routing_mode IS NOT OLD.routing_mode
    OR NEW.conversation_id IS NOT OLD.conversation_id OR NEW.event_key IS NOT OLD.event_key
    OR NEW.details_hash IS NOT OLD.details_hash
    OR (NEW.details IS NOT OLD.details AND NEW.details IS NOT NULL)
    OR (NEW.details_salt IS NOT OLD.details_salt AND NEW.details_salt IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'append-only: audit_log');
END;

CREATE TRIGGER IF NOT EXISTS guard_audit_log_delete BEFORE DELETE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'append-only: audit_log');
END;

CREATE TRIGGER IF NOT EXISTS guard_promotions_update BEFORE UPDATE ON promotions
WHEN NEW.id IS NOT OLD.id OR NEW.created_at IS NOT OLD.created_at OR NEW.specialist IS NOT OLD.specialist
    OR NEW.event IS NOT OLD.event OR NEW.from_model IS NOT OLD.from_model
    OR NEW.to_model IS NOT OLD.to_model OR NEW.metadata IS NOT OLD.metadata OR NEW.seq IS NOT OLD.seq
    OR (NEW.reverted IS NOT OLD.reverted AND NOT (OLD.reverted = 0 AND NEW.reverted = 1))
BEGIN
    SELECT RAISE(ABORT, 'append-only: promotions');
END;

CREATE TRIGGER IF NOT EXISTS guard_promotions_delete BEFORE DELETE ON promotions
BEGIN
    SELECT RAISE(ABORT, 'append-only: promotions');
END;

CREATE TRIGGER IF NOT EXISTS guard_context_backups_update BEFORE UPDATE ON context_backups
WHEN NEW.backup_id IS NOT OLD.backup_id OR NEW.conversation_id IS NOT OLD.conversation_id
    OR NEW.specialist IS NOT OLD.specialist OR NEW.trigger IS NOT OLD.trigger
    OR NEW.thread_number IS NOT OLD.thread_number OR NEW.token_estimate IS NOT OLD.token_estimate
    OR NEW.created_at IS NOT OLD.created_at OR NEW.covers_seq IS NOT OLD.covers_seq
    OR NEW.author IS NOT OLD.author
BEGIN
    SELECT RAISE(ABORT, 'append-only: context_backups');
END;

CREATE TRIGGER IF NOT EXISTS guard_context_backups_delete BEFORE DELETE ON context_backups
BEGIN
    SELECT RAISE(ABORT, 'append-only: context_backups');
END;

CREATE TRIGGER IF NOT EXISTS guard_audit_checkpoints_update BEFORE UPDATE ON audit_checkpoints
BEGIN
    SELECT RAISE(ABORT, 'append-only: audit_checkpoints');
END;

CREATE TRIGGER IF NOT EXISTS guard_audit_checkpoints_delete BEFORE DELETE ON audit_checkpoints
BEGIN
    SELECT RAISE(ABORT, 'append-only: audit_checkpoints');
END;
