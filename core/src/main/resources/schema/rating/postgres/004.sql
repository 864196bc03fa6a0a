ALTER TABLE calibration_predictions ADD COLUMN IF NOT EXISTS domain text;
ALTER TABLE calibration_predictions ADD COLUMN IF NOT EXISTS outcome bigint;
ALTER TABLE calibration_predictions ADD COLUMN IF NOT EXISTS resolved_at timestamptz;
ALTER TABLE ratings ADD COLUMN IF NOT EXISTS calibration_log_loss_sum double precision DEFAULT 0;
ALTER TABLE domain_calibration ADD COLUMN IF NOT EXISTS log_loss_sum double precision DEFAULT 0;

CREATE TABLE IF NOT EXISTS prediction_events (
    tournament_id text PRIMARY KEY,
    winner text,
    void bigint NOT NULL DEFAULT 0,
    resolved_at timestamptz NOT NULL
);

CREATE TABLE IF NOT EXISTS calibration_buckets (
    agent_name text NOT NULL,
    domain text NOT NULL,
    bucket bigint NOT NULL,
    n bigint NOT NULL DEFAULT 0,
    confidence_sum double precision NOT NULL DEFAULT 0,
    correct bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (agent_name, domain, bucket)
);
