-- Most new rows have no vector yet, and some never get one.
DROP INDEX IF EXISTS idx_continuum_vector;
CREATE INDEX IF NOT EXISTS idx_continuum_vector ON continuum_memory(vector_seq) WHERE vector_seq IS NOT NULL;

DROP TABLE IF EXISTS memory_fts;
CREATE VIRTUAL TABLE IF NOT EXISTS memory_fts
    USING fts5(content, content = '', contentless_delete = 1, tokenize = 'porter unicode61');
INSERT INTO memory_fts (memory_fts, rank) VALUES ('secure-delete', 1);
