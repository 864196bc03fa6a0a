ALTER TABLE corrections ADD COLUMN IF NOT EXISTS scope text COLLATE "C" NOT NULL DEFAULT 'global';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS scope_id text COLLATE "C";
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS status text COLLATE "C" NOT NULL DEFAULT 'active';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS type text COLLATE "C" NOT NULL DEFAULT 'fact';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS origin text COLLATE "C" NOT NULL DEFAULT 'explicit';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS user_id text COLLATE "C" DEFAULT 'local';
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS question text COLLATE "C";
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS subject_key text COLLATE "C";
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS supersedes text COLLATE "C";
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS superseded_by text COLLATE "C";
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS confirmed_at double precision;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS pinned bigint NOT NULL DEFAULT 0;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS violations bigint NOT NULL DEFAULT 0;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS embedding bytea;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS embedding_model text COLLATE "C";
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS change_seq bigint;

CREATE INDEX IF NOT EXISTS idx_corrections_change_seq ON corrections(change_seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_corrections_active
    ON corrections(scope, COALESCE(scope_id, ''), domain, subject_key)
    WHERE status = 'active';
CREATE INDEX IF NOT EXISTS idx_corrections_proposed ON corrections(subject_key)
    WHERE status = 'proposed';

CREATE TABLE IF NOT EXISTS correction_events (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    seq bigint NOT NULL UNIQUE,
    created_at double precision NOT NULL,
    correction_id text COLLATE "C" NOT NULL REFERENCES corrections(id),
    event text COLLATE "C" NOT NULL,
    session_id text COLLATE "C",
    details text COLLATE "C" NOT NULL DEFAULT '{}'
);

CREATE INDEX IF NOT EXISTS idx_correction_events_correction_id_seq ON correction_events(correction_id, seq);
CREATE INDEX IF NOT EXISTS idx_correction_events_first ON correction_events(seq)
    WHERE event IN ('created', 'proposed');

CREATE OR REPLACE FUNCTION counsel_row_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'append-only: %', TG_TABLE_NAME;
END
$$;

CREATE OR REPLACE TRIGGER guard_correction_events_update BEFORE UPDATE ON correction_events
    FOR EACH ROW EXECUTE FUNCTION counsel_row_stays();

CREATE OR REPLACE TRIGGER guard_correction_events_delete BEFORE DELETE ON correction_events
    FOR EACH ROW EXECUTE FUNCTION counsel_row_stays();
