CREATE TABLE IF NOT EXISTS ratings (
    agent_name TEXT PRIMARY KEY,
    elo REAL DEFAULT 1500.0,
    domain_elos TEXT,
    wins INTEGER DEFAULT 0,
    losses INTEGER DEFAULT 0,
    draws INTEGER DEFAULT 0,
    debates_count INTEGER DEFAULT 0,
    critiques_accepted INTEGER DEFAULT 0,
    critiques_total INTEGER DEFAULT 0,
    updated_at TEXT DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    debate_id TEXT UNIQUE,
    winner TEXT,
    participants TEXT,
    domain TEXT,
    scores TEXT,
    elo_changes TEXT,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX IF NOT EXISTS idx_matches_winner ON matches(winner);
CREATE INDEX IF NOT EXISTS idx_matches_created ON matches(created_at DESC);
CREATE INDEX IF NOT EXISTS idx_matches_domain ON matches(domain);

CREATE TABLE IF NOT EXISTS elo_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agent_name TEXT NOT NULL,
    elo REAL NOT NULL,
    debate_id TEXT,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX IF NOT EXISTS idx_elo_history_agent ON elo_history(agent_name);
CREATE INDEX IF NOT EXISTS idx_elo_history_created ON elo_history(created_at DESC);

CREATE TABLE IF NOT EXISTS agent_relationships (
    agent_a TEXT NOT NULL,
    agent_b TEXT NOT NULL,
    debate_count INTEGER DEFAULT 0,
    agreement_count INTEGER DEFAULT 0,
    critique_count_a_to_b INTEGER DEFAULT 0,
    critique_count_b_to_a INTEGER DEFAULT 0,
    critique_accepted_a_to_b INTEGER DEFAULT 0,
    critique_accepted_b_to_a INTEGER DEFAULT 0,
    position_changes_a_after_b INTEGER DEFAULT 0,
    position_changes_b_after_a INTEGER DEFAULT 0,
    a_wins_over_b INTEGER DEFAULT 0,
    b_wins_over_a INTEGER DEFAULT 0,
    updated_at TEXT DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (agent_a, agent_b),
    CHECK (agent_a < agent_b)
);

CREATE TABLE IF NOT EXISTS calibration_predictions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id TEXT NOT NULL,
    predictor_agent TEXT NOT NULL,
    predicted_winner TEXT NOT NULL,
    confidence REAL NOT NULL,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP,
    UNIQUE (tournament_id, predictor_agent)
);

CREATE TABLE IF NOT EXISTS domain_calibration (
    agent_name TEXT NOT NULL,
    domain TEXT NOT NULL,
    total_predictions INTEGER DEFAULT 0,
    total_correct INTEGER DEFAULT 0,
    brier_sum REAL DEFAULT 0.0,
    updated_at TEXT DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (agent_name, domain)
);
