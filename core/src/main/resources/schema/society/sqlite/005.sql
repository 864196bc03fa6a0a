CREATE TABLE IF NOT EXISTS search_docs (
    doc_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    ref_id TEXT NOT NULL,
    agent_id TEXT,
    channel_id TEXT,
    live INTEGER NOT NULL,
    at TEXT,
    seq INTEGER
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_search_docs_ref ON search_docs(kind, ref_id);
CREATE INDEX IF NOT EXISTS idx_search_docs_channel ON search_docs(channel_id);

CREATE VIRTUAL TABLE IF NOT EXISTS search_text
    USING fts5(body, content = '', contentless_delete = 1, tokenize = 'porter unicode61');
INSERT INTO search_text (search_text, rank) VALUES ('secure-delete', 1);
