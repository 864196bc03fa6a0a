-- The register outlives its sessions: a deleted one keeps its entries, so that none can vanish unnoticed.
CREATE TABLE IF NOT EXISTS debate_register (
    seq bigint NOT NULL PRIMARY KEY,
    session_id uuid NOT NULL,
    kind varchar(20) NOT NULL CONSTRAINT chk_debate_register_kind CHECK (kind IN ('created', 'sealed', 'deleted')),
    data jsonb NOT NULL DEFAULT '{}',
    at timestamptz NOT NULL,
    prev_hash char(64) NOT NULL,
    hash char(64) NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_debate_register_session ON debate_register(session_id, seq);

-- One row, which every entry moves: a writer that holds it appends next.
CREATE TABLE IF NOT EXISTS debate_register_head (
    id integer NOT NULL PRIMARY KEY CONSTRAINT chk_debate_register_head_id CHECK (id = 1),
    entries bigint NOT NULL,
    hash char(64) NOT NULL
);

CREATE OR REPLACE TRIGGER trg_debate_register_update BEFORE UPDATE ON debate_register
    FOR EACH ROW EXECUTE FUNCTION debate_row_stays();
CREATE OR REPLACE TRIGGER trg_debate_register_delete BEFORE DELETE ON debate_register
    FOR EACH ROW EXECUTE FUNCTION debate_row_stays();
CREATE OR REPLACE TRIGGER trg_debate_register_truncate BEFORE TRUNCATE ON debate_register
    FOR EACH STATEMENT EXECUTE FUNCTION debate_row_stays();
