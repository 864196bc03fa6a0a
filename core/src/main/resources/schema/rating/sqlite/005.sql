ALTER TABLE matches ADD COLUMN IF NOT EXISTS simulated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calibration_predictions ADD COLUMN IF NOT EXISTS simulated INTEGER NOT NULL DEFAULT 0;

CREATE INDEX IF NOT EXISTS idx_matches_simulated ON matches(id) WHERE simulated = 1;
CREATE INDEX IF NOT EXISTS idx_predictions_simulated ON calibration_predictions(predictor_agent) WHERE simulated = 1;
