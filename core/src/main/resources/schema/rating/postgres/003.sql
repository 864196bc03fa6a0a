CREATE TABLE IF NOT EXISTS archive_sequence (
    name text PRIMARY KEY,
    value bigint NOT NULL
);

-- Names are ordered bytewise wherever they break a tie or make a pair, as on SQLite.
ALTER TABLE ratings ADD COLUMN IF NOT EXISTS base_elo double precision NOT NULL DEFAULT 1500;
ALTER TABLE ratings ADD COLUMN IF NOT EXISTS imported bigint NOT NULL DEFAULT 0;
CREATE INDEX IF NOT EXISTS idx_ratings_elo ON ratings(elo DESC, agent_name COLLATE "C");

ALTER TABLE matches ADD COLUMN IF NOT EXISTS judge text;
ALTER TABLE matches ADD COLUMN IF NOT EXISTS ordered bigint NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN IF NOT EXISTS rated bigint NOT NULL DEFAULT 1;
ALTER TABLE matches ADD COLUMN IF NOT EXISTS payload_hash text;

CREATE TABLE IF NOT EXISTS match_pairs (
    match_id bigint NOT NULL,
    agent_a text COLLATE "C" NOT NULL,
    agent_b text COLLATE "C" NOT NULL,
    domain text,
    result double precision NOT NULL,
    first text,
    judge text,
    PRIMARY KEY (agent_a, agent_b, match_id),
    CHECK (agent_a < agent_b)
);

-- Only reports on judges read by these, so pairs without a judge do not pay for them.
CREATE INDEX IF NOT EXISTS idx_match_pairs_b ON match_pairs(agent_b) WHERE judge IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_match_pairs_judge ON match_pairs(judge) WHERE judge IS NOT NULL;

CREATE TABLE IF NOT EXISTS domain_ratings (
    domain text COLLATE "C" NOT NULL,
    agent_name text COLLATE "C" NOT NULL,
    elo double precision NOT NULL,
    matches bigint NOT NULL DEFAULT 0,
    wins bigint NOT NULL DEFAULT 0,
    losses bigint NOT NULL DEFAULT 0,
    draws bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (domain, agent_name)
);

CREATE INDEX IF NOT EXISTS idx_domain_ratings_elo ON domain_ratings(domain, elo DESC, agent_name);
CREATE INDEX IF NOT EXISTS idx_domain_ratings_agent ON domain_ratings(agent_name);

CREATE TABLE IF NOT EXISTS bt_ratings (
    domain text COLLATE "C" NOT NULL,
    agent_name text COLLATE "C" NOT NULL,
    rating double precision NOT NULL,
    low double precision NOT NULL,
    high double precision NOT NULL,
    games bigint NOT NULL,
    PRIMARY KEY (domain, agent_name)
);

CREATE INDEX IF NOT EXISTS idx_bt_ratings_rating ON bt_ratings(domain, rating DESC, agent_name);

CREATE TABLE IF NOT EXISTS bt_fits (
    domain text COLLATE "C" PRIMARY KEY,
    through_match bigint NOT NULL,
    agents bigint NOT NULL,
    games bigint NOT NULL,
    interval_method text NOT NULL,
    fitted_at timestamptz NOT NULL
);
