CREATE TABLE IF NOT EXISTS consensus (
    id text PRIMARY KEY,
    topic text NOT NULL,
    topic_hash text NOT NULL,
    conclusion text,
    strength text,
    confidence double precision,
    domain text,
    tags jsonb,
    timestamp timestamptz,
    data jsonb
);

CREATE INDEX IF NOT EXISTS idx_consensus_topic_hash ON consensus(topic_hash);
CREATE INDEX IF NOT EXISTS idx_consensus_domain ON consensus(domain);
CREATE INDEX IF NOT EXISTS idx_consensus_confidence_ts ON consensus(confidence DESC, timestamp DESC);

CREATE TABLE IF NOT EXISTS dissent (
    id text PRIMARY KEY,
    debate_id text NOT NULL,
    agent_id text NOT NULL,
    dissent_type text NOT NULL,
    content text,
    confidence double precision,
    timestamp timestamptz,
    data jsonb
);

CREATE INDEX IF NOT EXISTS idx_dissent_debate ON dissent(debate_id);
CREATE INDEX IF NOT EXISTS idx_dissent_type ON dissent(dissent_type);
CREATE INDEX IF NOT EXISTS idx_dissent_timestamp ON dissent(timestamp DESC);
