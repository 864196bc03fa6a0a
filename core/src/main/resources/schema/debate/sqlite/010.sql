-- The register outlives its sessions: a deleted one keeps its entries, so that none can vanish unnoticed.
CREATE TABLE IF NOT EXISTS debate_register (
    seq INTEGER NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL,
    kind VARCHAR(20) NOT NULL CONSTRAINT chk_debate_register_kind CHECK (kind IN ('created', 'sealed', 'deleted')),
    data TEXT NOT NULL DEFAULT '{}',
    at TEXT NOT NULL,
    prev_hash CHAR(64) NOT NULL,
    hash CHAR(64) NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_debate_register_session ON debate_register(session_id, seq);

-- One row, which every entry moves: a writer that holds it appends next.
CREATE TABLE IF NOT EXISTS debate_register_head (
    id INTEGER NOT NULL PRIMARY KEY CONSTRAINT chk_debate_register_head_id CHECK (id = 1),
    entries BIGINT NOT NULL,
    hash CHAR(64) NOT NULL
);

CREATE TRIGGER IF NOT EXISTS trg_debate_register_update BEFORE UPDATE ON debate_register
BEGIN
    SELECT RAISE(ABORT, 'debate_register is append-only: a row does not change');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_register_delete BEFORE DELETE ON debate_register
BEGIN
    SELECT RAISE(ABORT, 'debate_register is append-only: a row does not go');
END;
