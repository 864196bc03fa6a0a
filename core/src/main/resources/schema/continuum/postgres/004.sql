CREATE TABLE IF NOT EXISTS archive_sequence (
    name text PRIMARY KEY,
    value bigint NOT NULL
);

ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS namespace text NOT NULL DEFAULT 'shared';
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS content_hash text;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS ttl_mode text NOT NULL DEFAULT 'tier';
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS updated_ms bigint;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS log_strength double precision;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS rank_key double precision;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS embedding_model text;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS vector_seq bigint;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS search tsvector;

CREATE UNIQUE INDEX IF NOT EXISTS idx_continuum_seq ON continuum_memory(seq);
CREATE INDEX IF NOT EXISTS idx_continuum_rank ON continuum_memory(namespace, tier, rank_key DESC, seq DESC);
CREATE INDEX IF NOT EXISTS idx_continuum_content ON continuum_memory(namespace, content_hash);
CREATE INDEX IF NOT EXISTS idx_continuum_vector ON continuum_memory(vector_seq);
CREATE INDEX IF NOT EXISTS idx_continuum_model ON continuum_memory(embedding_model, seq);
CREATE INDEX IF NOT EXISTS idx_continuum_search ON continuum_memory USING gin (search);
CREATE INDEX IF NOT EXISTS idx_tier_transitions_memory ON tier_transitions(memory_id, id);

ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS memory_id text;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS generation bigint;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS namespace text;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS content_hash text;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS extra jsonb;
ALTER TABLE continuum_memory_archive ADD COLUMN IF NOT EXISTS restored_at timestamptz;

CREATE UNIQUE INDEX IF NOT EXISTS idx_archive_generation ON continuum_memory_archive(memory_id, generation);
CREATE INDEX IF NOT EXISTS idx_archive_content ON continuum_memory_archive(content_hash);
