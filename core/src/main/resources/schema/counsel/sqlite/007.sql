ALTER TABLE corrections ADD COLUMN IF NOT EXISTS scope TEXT NOT NULL DEFAULT 'global';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS scope_id TEXT;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS status TEXT NOT NULL DEFAULT 'active';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS type TEXT NOT NULL DEFAULT 'fact';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS origin TEXT NOT NULL DEFAULT 'explicit';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS user_id TEXT DEFAULT 'local';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS question TEXT;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS subject_key TEXT;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS supersedes TEXT;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS superseded_by TEXT;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS confirmed_at REAL;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS violations INTEGER NOT NULL DEFAULT 0;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS embedding BLOB;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS embedding_model TEXT;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS change_seq INTEGER;

CREATE INDEX IF NOT EXISTS idx_corrections_change_seq ON corrections(change_seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_corrections_active
    ON corrections(scope, COALESCE(scope_id, ''), domain, subject_key)
    WHERE status = 'active';
CREATE INDEX IF NOT EXISTS idx_corrections_proposed ON corrections(subject_key)
    WHERE status = 'proposed';

CREATE TABLE IF NOT EXISTS correction_events (
    id TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    created_at REAL NOT NULL,
    correction_id TEXT NOT NULL REFERENCES corrections(id),
    event TEXT NOT NULL,
    session_id TEXT,
    details TEXT NOT NULL DEFAULT '{}'
);

CREATE INDEX IF NOT EXISTS idx_correction_events_correction_id_seq ON correction_events(correction_id, seq);
CREATE INDEX IF NOT EXISTS idx_correction_events_first ON correction_events(seq)
    WHERE event IN ('created', 'proposed');

CREATE TRIGGER IF NOT EXISTS guard_correction_events_update BEFORE UPDATE ON correction_events
BEGIN
    SELECT RAISE(ABORT, 'append-only: correction_events');
END;

CREATE TRIGGER IF NOT EXISTS guard_correction_events_delete BEFORE DELETE ON correction_events
BEGIN
    SELECT RAISE(ABORT, 'append-only: correction_events');
END;
