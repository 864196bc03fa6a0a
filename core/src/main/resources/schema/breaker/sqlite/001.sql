CREATE TABLE IF NOT EXISTS circuit_breakers (
    name TEXT PRIMARY KEY,
    state_json TEXT NOT NULL,
    failure_threshold INTEGER NOT NULL DEFAULT 5,
    cooldown_seconds REAL NOT NULL DEFAULT 60,
    updated_at TEXT NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_circuit_breakers_updated ON circuit_breakers(updated_at);
