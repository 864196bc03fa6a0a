CREATE TABLE IF NOT EXISTS consensus (
    id TEXT PRIMARY KEY,
    topic TEXT NOT NULL,
    topic_hash TEXT NOT NULL,
    conclusion TEXT,
    strength TEXT,
    confidence REAL,
    domain TEXT,
    tags TEXT,
    timestamp TEXT,
    data TEXT
);

CREATE INDEX IF NOT EXISTS idx_consensus_topic_hash ON consensus(topic_hash);
CREATE INDEX IF NOT EXISTS idx_consensus_domain ON consensus(domain);
CREATE INDEX IF NOT EXISTS idx_consensus_confidence_ts ON consensus(confidence DESC, timestamp DESC);

CREATE TABLE IF NOT EXISTS dissent (
    id TEXT PRIMARY KEY,
    debate_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    dissent_type TEXT NOT NULL,
    content TEXT,
    confidence REAL,
    timestamp TEXT,
    data TEXT
);

CREATE INDEX IF NOT EXISTS idx_dissent_debate ON dissent(debate_id);
CREATE INDEX IF NOT EXISTS idx_dissent_type ON dissent(dissent_type);
CREATE INDEX IF NOT EXISTS idx_dissent_timestamp ON dissent(timestamp DESC);
