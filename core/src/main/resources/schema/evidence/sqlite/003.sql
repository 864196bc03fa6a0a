ALTER TABLE evidence ADD COLUMN IF NOT EXISTS standalone INTEGER NOT NULL DEFAULT 1;

CREATE TABLE IF NOT EXISTS documents (
    id TEXT PRIMARY KEY NOT NULL,
    seq INTEGER NOT NULL,
    source TEXT NOT NULL,
    title TEXT,
    url TEXT,
    content_hash TEXT,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_documents_seq ON documents(seq);
CREATE INDEX IF NOT EXISTS idx_documents_updated ON documents(updated_at);

CREATE TABLE IF NOT EXISTS passages (
    document_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    evidence_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (document_id, position)
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_passages_seq ON passages(seq);
CREATE INDEX IF NOT EXISTS idx_passages_evidence ON passages(evidence_id, seq);

DROP TABLE IF EXISTS evidence_fts;
CREATE VIRTUAL TABLE IF NOT EXISTS evidence_fts USING fts5(evidence_id UNINDEXED, title, snippet, topics, context, tokenize = 'porter unicode61');
