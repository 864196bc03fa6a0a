CREATE TABLE IF NOT EXISTS archive_sequence (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
);

ALTER TABLE critiques ADD COLUMN IF NOT EXISTS critique_key TEXT;
ALTER TABLE critiques ADD COLUMN IF NOT EXISTS resolved_at TEXT;

CREATE UNIQUE INDEX IF NOT EXISTS idx_critiques_key ON critiques(critique_key);

ALTER TABLE patterns ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE patterns ADD COLUMN IF NOT EXISTS rank_key REAL;
ALTER TABLE patterns ADD COLUMN IF NOT EXISTS updated_ms INTEGER;

CREATE UNIQUE INDEX IF NOT EXISTS idx_patterns_seq ON patterns(seq);
CREATE INDEX IF NOT EXISTS idx_patterns_rank ON patterns(rank_key DESC);
CREATE INDEX IF NOT EXISTS idx_patterns_type_rank ON patterns(issue_type, rank_key DESC);

CREATE VIRTUAL TABLE IF NOT EXISTS patterns_fts USING fts5(issue_text, suggestion_text, tokenize = 'porter unicode61');

CREATE TABLE IF NOT EXISTS pattern_type_stats (
    issue_type TEXT PRIMARY KEY,
    successes INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS proposal_outcomes (
    debate_id TEXT NOT NULL,
    agent TEXT NOT NULL,
    accepted INTEGER NOT NULL,
    PRIMARY KEY (debate_id, agent)
);

CREATE TABLE IF NOT EXISTS patterns_archive (
    id TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    archived_at TEXT
);
