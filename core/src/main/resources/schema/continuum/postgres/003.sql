ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS red_line bigint DEFAULT 0;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS red_line_reason text;

CREATE INDEX IF NOT EXISTS idx_continuum_red_line ON continuum_memory(red_line);
