CREATE TABLE IF NOT EXISTS archive_sequence (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
);

ALTER TABLE ratings ADD COLUMN IF NOT EXISTS base_elo REAL NOT NULL DEFAULT 1500;
ALTER TABLE ratings ADD COLUMN IF NOT EXISTS imported INTEGER NOT NULL DEFAULT 0;
CREATE INDEX IF NOT EXISTS idx_ratings_elo ON ratings(elo DESC, agent_name);

ALTER TABLE matches ADD COLUMN IF NOT EXISTS judge TEXT;
ALTER TABLE matches ADD COLUMN IF NOT EXISTS ordered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN IF NOT EXISTS rated INTEGER NOT NULL DEFAULT 1;
ALTER TABLE matches ADD COLUMN IF NOT EXISTS payload_hash TEXT;

CREATE TABLE IF NOT EXISTS match_pairs (
    match_id INTEGER NOT NULL,
    agent_a TEXT NOT NULL,
    agent_b TEXT NOT NULL,
    domain TEXT,
    result REAL NOT NULL,
    first TEXT,
    judge TEXT,
    PRIMARY KEY (agent_a, agent_b, match_id),
    CHECK (agent_a < agent_b)
) WITHOUT ROWID;

-- Only reports on judges read by these, so pairs without a judge do not pay for them.
CREATE INDEX IF NOT EXISTS idx_match_pairs_b ON match_pairs(agent_b) WHERE judge IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_match_pairs_judge ON match_pairs(judge) WHERE judge IS NOT NULL;

CREATE TABLE IF NOT EXISTS domain_ratings (
    domain TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    elo REAL NOT NULL,
    matches INTEGER NOT NULL DEFAULT 0,
    wins INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0,
    draws INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (domain, agent_name)
);

CREATE INDEX IF NOT EXISTS idx_domain_ratings_elo ON domain_ratings(domain, elo DESC, agent_name);
CREATE INDEX IF NOT EXISTS idx_domain_ratings_agent ON domain_ratings(agent_name);

CREATE TABLE IF NOT EXISTS bt_ratings (
    domain TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    rating REAL NOT NULL,
    low REAL NOT NULL,
    high REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (domain, agent_name)
);

CREATE INDEX IF NOT EXISTS idx_bt_ratings_rating ON bt_ratings(domain, rating DESC, agent_name);

CREATE TABLE IF NOT EXISTS bt_fits (
    domain TEXT PRIMARY KEY,
    through_match INTEGER NOT NULL,
    agents INTEGER NOT NULL,
    games INTEGER NOT NULL,
    interval_method TEXT NOT NULL,
    fitted_at TEXT NOT NULL
);
