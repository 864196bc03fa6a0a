CREATE TABLE IF NOT EXISTS debates (
    id TEXT PRIMARY KEY,
    task TEXT NOT NULL,
    final_answer TEXT,
    consensus_reached INTEGER DEFAULT 0,
    confidence REAL,
    rounds_used INTEGER,
    duration_seconds REAL,
    grounded_verdict TEXT,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE IF NOT EXISTS critiques (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    debate_id TEXT NOT NULL,
    agent TEXT NOT NULL,
    target_agent TEXT,
    issues TEXT,
    suggestions TEXT,
    severity REAL,
    reasoning TEXT,
    led_to_improvement INTEGER DEFAULT 0,
    expected_usefulness REAL,
    actual_usefulness REAL,
    prediction_error REAL,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX IF NOT EXISTS idx_critiques_debate ON critiques(debate_id);

CREATE TABLE IF NOT EXISTS patterns (
    id TEXT PRIMARY KEY,
    issue_type TEXT NOT NULL,
    issue_text TEXT NOT NULL,
    suggestion_text TEXT,
    success_count INTEGER DEFAULT 0,
    failure_count INTEGER DEFAULT 0,
    avg_severity REAL DEFAULT 0.5,
    surprise_score REAL DEFAULT 1.0,
    base_rate REAL DEFAULT 0.5,
    avg_prediction_error REAL DEFAULT 0.0,
    prediction_count INTEGER DEFAULT 0,
    example_task TEXT,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP,
    updated_at TEXT DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX IF NOT EXISTS idx_patterns_type ON patterns(issue_type);
CREATE INDEX IF NOT EXISTS idx_patterns_success ON patterns(success_count DESC);

CREATE TABLE IF NOT EXISTS agent_reputation (
    agent_name TEXT PRIMARY KEY,
    proposals_made INTEGER DEFAULT 0,
    proposals_accepted INTEGER DEFAULT 0,
    critiques_given INTEGER DEFAULT 0,
    critiques_valuable INTEGER DEFAULT 0,
    total_predictions INTEGER DEFAULT 0,
    total_prediction_error REAL DEFAULT 0.0,
    calibration_score REAL DEFAULT 0.5,
    updated_at TEXT DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX IF NOT EXISTS idx_reputation_score ON agent_reputation(calibration_score DESC);
