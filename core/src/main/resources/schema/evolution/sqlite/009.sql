ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS run_id TEXT REFERENCES evolution_runs(id);
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS spec_json TEXT;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS verdict_id TEXT REFERENCES trial_verdicts(id);
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS reason TEXT;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS decided_by TEXT;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS decided_at TEXT;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS mounted_seq INTEGER;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS retired_seq INTEGER;
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS replaces_id TEXT REFERENCES CreatedAgents(id);
ALTER TABLE CreatedAgents ADD COLUMN IF NOT EXISTS last_review_seq INTEGER;

CREATE UNIQUE INDEX IF NOT EXISTS idx_createdagents_seq ON CreatedAgents(seq);
CREATE INDEX IF NOT EXISTS idx_createdagents_run_id ON CreatedAgents(run_id);
