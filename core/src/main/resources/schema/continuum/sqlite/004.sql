CREATE TABLE IF NOT EXISTS archive_sequence (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
);

ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS namespace TEXT NOT NULL DEFAULT 'shared';
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS content_hash TEXT;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS ttl_mode TEXT NOT NULL DEFAULT 'tier';
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS updated_ms INTEGER;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS log_strength REAL;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS rank_key REAL;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS embedding_model TEXT;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS vector_seq INTEGER;

CREATE UNIQUE INDEX IF NOT EXISTS idx_continuum_seq ON continuum_memory(seq);
CREATE INDEX IF NOT EXISTS idx_continuum_rank ON continuum_memory(namespace, tier, rank_key DESC, seq DESC);
CREATE INDEX IF NOT EXISTS idx_continuum_content ON continuum_memory(namespace, content_hash);
CREATE INDEX IF NOT EXISTS idx_continuum_vector ON continuum_memory(vector_seq);
CREATE INDEX IF NOT EXISTS idx_continuum_model ON continuum_memory(embedding_model, seq);
CREATE INDEX IF NOT EXISTS idx_tier_transitions_memory ON tier_transitions(memory_id, id);

CREATE VIRTUAL TABLE IF NOT EXISTS memory_fts USING fts5(content, tokenize = 'porter unicode61');

ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS memory_id TEXT;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS generation INTEGER;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS namespace TEXT;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS content_hash TEXT;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS extra TEXT;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS restored_at TEXT;

CREATE UNIQUE INDEX IF NOT EXISTS idx_archive_generation ON continuum_memory_archive(memory_id, generation);
CREATE INDEX IF NOT EXISTS idx_archive_content ON continuum_memory_archive(content_hash);
