ALTER TABLE calibration_predictions ADD COLUMN IF NOT EXISTS domain TEXT;
ALTER TABLE calibration_predictions ADD COLUMN IF NOT EXISTS outcome INTEGER;
ALTER TABLE calibration_predictions ADD COLUMN IF NOT EXISTS resolved_at TEXT;
ALTER TABLE ratings ADD COLUMN IF NOT EXISTS calibration_log_loss_sum REAL DEFAULT 0;
ALTER TABLE domain_calibration ADD COLUMN IF NOT EXISTS log_loss_sum REAL DEFAULT 0;

CREATE TABLE IF NOT EXISTS prediction_events (
    tournament_id TEXT PRIMARY KEY,
    winner TEXT,
    void INTEGER NOT NULL DEFAULT 0,
    resolved_at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS calibration_buckets (
    agent_name TEXT NOT NULL,
    domain TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    n INTEGER NOT NULL DEFAULT 0,
    confidence_sum REAL NOT NULL DEFAULT 0,
    correct INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (agent_name, domain, bucket)
);
