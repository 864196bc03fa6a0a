CREATE TABLE IF NOT EXISTS archive_sequence (
    name text PRIMARY KEY,
    value bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS evolution_runs (
    id text PRIMARY KEY,
    seq bigint NOT NULL UNIQUE,
    name text NOT NULL,
    kind text NOT NULL,
    scenario_json text NOT NULL,
    overrides_json text NOT NULL DEFAULT '{}',
    seed bigint NOT NULL,
    status text NOT NULL,
    stop_reason text,
    fence bigint NOT NULL DEFAULT 0,
    owner text,
    heartbeat_at timestamptz NOT NULL,
    tokens_used bigint NOT NULL DEFAULT 0,
    fingerprint text,
    created_at timestamptz NOT NULL,
    finished_at timestamptz
);

ALTER TABLE Generations ADD COLUMN IF NOT EXISTS run_id text REFERENCES evolution_runs(id);
ALTER TABLE Generations ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE Generations ADD COLUMN IF NOT EXISTS hypotheses_json text;

CREATE UNIQUE INDEX IF NOT EXISTS idx_generations_run_id_seq ON Generations(run_id, seq);
