ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS run_id text REFERENCES evolution_runs(id);
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS spec_json text;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS verdict_id text REFERENCES trial_verdicts(id);
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS reason text;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS decided_by text;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS decided_at timestamptz;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS mounted_seq bigint;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS retired_seq bigint;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS replaces_id text REFERENCES CreatedAgents(id);
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS last_review_seq bigint;

CREATE UNIQUE INDEX IF NOT EXISTS idx_createdagents_seq ON CreatedAgents(seq);
CREATE INDEX IF NOT EXISTS idx_createdagents_run_id ON CreatedAgents(run_id);
