CREATE TABLE IF NOT EXISTS archive_sequence (
    name text PRIMARY KEY,
    value bigint NOT NULL
);

ALTER TABLE evidence ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS trust bigint NOT NULL DEFAULT 0;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS trust_reason text;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS embedding bytea;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS embedding_model text;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS vector_seq bigint;

CREATE UNIQUE INDEX IF NOT EXISTS idx_evidence_seq ON evidence(seq);
CREATE INDEX IF NOT EXISTS idx_evidence_updated ON evidence(updated_at);
CREATE INDEX IF NOT EXISTS idx_evidence_vector ON evidence(vector_seq);
CREATE INDEX IF NOT EXISTS idx_evidence_embedding ON evidence(embedding_model, seq);

CREATE TABLE IF NOT EXISTS evidence_sources (
    evidence_id text NOT NULL,
    source text NOT NULL,
    url text NOT NULL DEFAULT '',
    title text,
    seen_at timestamptz,
    PRIMARY KEY (evidence_id, source, url)
);

CREATE INDEX IF NOT EXISTS idx_debate_evidence_evidence ON debate_evidence(evidence_id);
