ALTER TABLE ratings ADD COLUMN IF NOT EXISTS calibration_correct bigint DEFAULT 0;
ALTER TABLE ratings ADD COLUMN IF NOT EXISTS calibration_total bigint DEFAULT 0;
ALTER TABLE ratings ADD COLUMN IF NOT EXISTS calibration_brier_sum double precision DEFAULT 0.0;
