CREATE TABLE IF NOT EXISTS archive_sequence (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
);

ALTER TABLE evidence ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS trust INTEGER NOT NULL DEFAULT 0;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS trust_reason TEXT;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS embedding BLOB;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS embedding_model TEXT;
ALTER TABLE evidence ADD COLUMN IF NOT EXISTS vector_seq INTEGER;

CREATE UNIQUE INDEX IF NOT EXISTS idx_evidence_seq ON evidence(seq);
CREATE INDEX IF NOT EXISTS idx_evidence_updated ON evidence(updated_at);
CREATE INDEX IF NOT EXISTS idx_evidence_vector ON evidence(vector_seq);
CREATE INDEX IF NOT EXISTS idx_evidence_embedding ON evidence(embedding_model, seq);

CREATE TABLE IF NOT EXISTS evidence_sources (
    evidence_id TEXT NOT NULL,
    source TEXT NOT NULL,
    url TEXT NOT NULL DEFAULT '',
    title TEXT,
    seen_at TIMESTAMP,
    PRIMARY KEY (evidence_id, source, url)
);

CREATE INDEX IF NOT EXISTS idx_debate_evidence_evidence ON debate_evidence(evidence_id);
