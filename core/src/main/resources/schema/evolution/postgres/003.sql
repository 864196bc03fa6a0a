ALTER TABLE Episodes ADD COLUMN IF NOT EXISTS scout_hypotheses text;
