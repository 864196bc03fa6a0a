-- Most new rows have no vector yet, and some never get one.
DROP INDEX IF EXISTS idx_continuum_vector;
CREATE INDEX IF NOT EXISTS idx_continuum_vector ON continuum_memory(vector_seq) WHERE vector_seq IS NOT NULL;
