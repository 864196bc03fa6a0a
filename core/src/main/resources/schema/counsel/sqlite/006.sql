CREATE TABLE IF NOT EXISTS queries (
    query_id TEXT NOT NULL PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations(conversation_id),
    session_id TEXT NOT NULL REFERENCES sessions(id),
    question_id TEXT NOT NULL,
    answer_id TEXT,
    level TEXT NOT NULL,
    state TEXT NOT NULL,
    field TEXT,
    distribution TEXT,
    panel TEXT,
    decided_by TEXT,
    debate_id TEXT,
    error TEXT,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_queries_conversation_id ON queries(conversation_id);
CREATE INDEX IF NOT EXISTS idx_queries_open ON queries(created_at)
    WHERE state IN ('received', 'routed', 'deciding', 'reviewing', 'debating');

ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS raw_response TEXT;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS model TEXT;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS status TEXT NOT NULL DEFAULT 'ok';
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS error TEXT;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS tokens_in INTEGER;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS tokens_out INTEGER;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS total_ms REAL;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS clarke_transfer REAL;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS weight REAL;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS context TEXT;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS verdict TEXT;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS gold INTEGER NOT NULL DEFAULT 0;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS outcome REAL;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS outcome_weight REAL;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS outcome_source TEXT;

CREATE UNIQUE INDEX IF NOT EXISTS idx_model_runs_query_id_specialist_round ON model_runs(query_id, specialist, round);

CREATE TABLE IF NOT EXISTS specialist_stats (
    specialist TEXT NOT NULL,
    model TEXT NOT NULL,
    field TEXT NOT NULL,
    runs INTEGER NOT NULL DEFAULT 0,
    weight_sum REAL NOT NULL DEFAULT 0,
    outcome_sum REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (specialist, model, field)
);
