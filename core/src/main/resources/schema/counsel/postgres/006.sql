CREATE TABLE IF NOT EXISTS queries (
    query_id text COLLATE "C" NOT NULL PRIMARY KEY,
    conversation_id text COLLATE "C" NOT NULL REFERENCES conversations(conversation_id),
    session_id text COLLATE "C" NOT NULL REFERENCES sessions(id),
    question_id text COLLATE "C" NOT NULL,
    answer_id text COLLATE "C",
    level text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    field text COLLATE "C",
    distribution text COLLATE "C",
    panel text COLLATE "C",
    decided_by text COLLATE "C",
    debate_id text COLLATE "C",
    error text COLLATE "C",
    created_at double precision NOT NULL,
    updated_at double precision NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_queries_conversation_id ON queries(conversation_id);
CREATE INDEX IF NOT EXISTS idx_queries_open ON queries(created_at)
    WHERE state IN ('received', 'routed', 'deciding', 'reviewing', 'debating');

ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS raw_response text COLLATE "C";
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS model text COLLATE "C";
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS status text COLLATE "C" NOT NULL DEFAULT 'ok';
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS error text COLLATE "C";
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS tokens_in bigint;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS tokens_out bigint;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS total_ms double precision;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS clarke_transfer double precision;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS weight double precision;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS context text COLLATE "C";
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS verdict text COLLATE "C";
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS gold bigint NOT NULL DEFAULT 0;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS outcome double precision;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS outcome_weight double precision;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS outcome_source text COLLATE "C";

CREATE UNIQUE INDEX IF NOT EXISTS idx_model_runs_query_id_specialist_round ON model_runs(query_id, specialist, round);

CREATE TABLE IF NOT EXISTS specialist_stats (
    specialist text COLLATE "C" NOT NULL,
    model text COLLATE "C" NOT NULL,
    field text COLLATE "C" NOT NULL,
    runs bigint NOT NULL DEFAULT 0,
    weight_sum double precision NOT NULL DEFAULT 0,
    outcome_sum double precision NOT NULL DEFAULT 0,
    PRIMARY KEY (specialist, model, field)
);
