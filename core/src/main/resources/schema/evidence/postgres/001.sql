CREATE TABLE IF NOT EXISTS evidence (
    id text PRIMARY KEY,
    content_hash text UNIQUE,
    source text NOT NULL,
    title text,
    snippet text NOT NULL,
    url text,
    reliability_score double precision DEFAULT 0.5,
    created_at timestamptz DEFAULT CURRENT_TIMESTAMP,
    updated_at timestamptz DEFAULT CURRENT_TIMESTAMP,
    metadata_json jsonb,
    enriched_metadata_json jsonb,
    quality_scores_json jsonb
);

CREATE INDEX IF NOT EXISTS idx_evidence_source ON evidence(source);
CREATE INDEX IF NOT EXISTS idx_evidence_created ON evidence(created_at DESC);

CREATE TABLE IF NOT EXISTS debate_evidence (
    debate_id text NOT NULL,
    evidence_id text NOT NULL,
    round_number bigint,
    relevance_score double precision,
    used_in_consensus boolean DEFAULT false,
    created_at timestamptz DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (debate_id, evidence_id)
);

CREATE INDEX IF NOT EXISTS idx_debate_evidence_debate ON debate_evidence(debate_id);

-- An FTS5 table on SQLite; here the same columns, so that statements naming it are the same on both.
CREATE TABLE IF NOT EXISTS evidence_fts (
    evidence_id text,
    title text,
    snippet text,
    topics text
);
