CREATE TABLE IF NOT EXISTS archive_sequence (
    name TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS evolution_runs (
    id TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    scenario_json TEXT NOT NULL,
    overrides_json TEXT NOT NULL DEFAULT '{}',
    seed INTEGER NOT NULL,
    status TEXT NOT NULL,
    stop_reason TEXT,
    fence INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    heartbeat_at TEXT NOT NULL,
    tokens_used INTEGER NOT NULL DEFAULT 0,
    fingerprint TEXT,
    created_at TEXT NOT NULL,
    finished_at TEXT
);

ALTER TABLE Generations ADD COLUMN IF NOT EXISTS run_id TEXT REFERENCES evolution_runs(id);
ALTER TABLE Generations ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE Generations ADD COLUMN IF NOT EXISTS hypotheses_json TEXT;

CREATE UNIQUE INDEX IF NOT EXISTS idx_generations_run_id_seq ON Generations(run_id, seq);
