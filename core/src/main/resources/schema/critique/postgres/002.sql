CREATE TABLE IF NOT EXISTS archive_sequence (
    name text PRIMARY KEY,
    value bigint NOT NULL
);

ALTER TABLE critiques ADD COLUMN IF NOT EXISTS critique_key text;
ALTER TABLE critiques ADD COLUMN IF NOT EXISTS resolved_at timestamptz;

CREATE UNIQUE INDEX IF NOT EXISTS idx_critiques_key ON critiques(critique_key);

ALTER TABLE patterns ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE patterns ADD COLUMN IF NOT EXISTS rank_key double precision;
ALTER TABLE patterns ADD COLUMN IF NOT EXISTS updated_ms bigint;
ALTER TABLE patterns ADD COLUMN IF NOT EXISTS search tsvector;

CREATE UNIQUE INDEX IF NOT EXISTS idx_patterns_seq ON patterns(seq);
CREATE INDEX IF NOT EXISTS idx_patterns_rank ON patterns(rank_key DESC);
CREATE INDEX IF NOT EXISTS idx_patterns_type_rank ON patterns(issue_type, rank_key DESC);
CREATE INDEX IF NOT EXISTS idx_patterns_search ON patterns USING gin (search);

CREATE TABLE IF NOT EXISTS pattern_type_stats (
    issue_type text PRIMARY KEY,
    successes bigint NOT NULL DEFAULT 0,
    failures bigint NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS proposal_outcomes (
    debate_id text NOT NULL,
    agent text NOT NULL,
    accepted bigint NOT NULL,
    PRIMARY KEY (debate_id, agent)
);

CREATE TABLE IF NOT EXISTS patterns_archive (
    id text PRIMARY KEY,
    record jsonb NOT NULL,
    archived_at timestamptz
);
