ALTER TABLE evidence ADD COLUMN IF NOT EXISTS standalone bigint NOT NULL DEFAULT 1;

CREATE TABLE IF NOT EXISTS documents (
    id text PRIMARY KEY,
    seq bigint NOT NULL,
    source text NOT NULL,
    title text,
    url text,
    content_hash text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_documents_seq ON documents(seq);
CREATE INDEX IF NOT EXISTS idx_documents_updated ON documents(updated_at);

CREATE TABLE IF NOT EXISTS passages (
    document_id text NOT NULL,
    position bigint NOT NULL,
    evidence_id text NOT NULL,
    seq bigint NOT NULL,
    PRIMARY KEY (document_id, position)
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_passages_seq ON passages(seq);
CREATE INDEX IF NOT EXISTS idx_passages_evidence ON passages(evidence_id, seq);

ALTER TABLE evidence_fts ADD COLUMN IF NOT EXISTS context text;
ALTER TABLE evidence_fts ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE evidence_fts ADD COLUMN IF NOT EXISTS search tsvector;

CREATE UNIQUE INDEX IF NOT EXISTS idx_evidence_fts_seq ON evidence_fts(seq);
CREATE INDEX IF NOT EXISTS idx_evidence_fts_search ON evidence_fts USING gin (search);
