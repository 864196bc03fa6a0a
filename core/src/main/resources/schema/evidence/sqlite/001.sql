CREATE TABLE IF NOT EXISTS evidence (
    id TEXT PRIMARY KEY,
    content_hash TEXT UNIQUE,
    source TEXT NOT NULL,
    title TEXT,
    snippet TEXT NOT NULL,
    url TEXT,
    reliability_score REAL DEFAULT 0.5,
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    metadata_json TEXT,
    enriched_metadata_json TEXT,
    quality_scores_json TEXT
);

CREATE INDEX IF NOT EXISTS idx_evidence_source ON evidence(source);
CREATE INDEX IF NOT EXISTS idx_evidence_created ON evidence(created_at DESC);

CREATE TABLE IF NOT EXISTS debate_evidence (
    debate_id TEXT NOT NULL,
    evidence_id TEXT NOT NULL,
    round_number INTEGER,
    relevance_score REAL,
    used_in_consensus BOOLEAN DEFAULT 0,
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (debate_id, evidence_id)
);

CREATE INDEX IF NOT EXISTS idx_debate_evidence_debate ON debate_evidence(debate_id);

CREATE VIRTUAL TABLE IF NOT EXISTS evidence_fts USING fts5(evidence_id, title, snippet, topics);
