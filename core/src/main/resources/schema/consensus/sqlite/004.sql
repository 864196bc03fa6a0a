CREATE TABLE IF NOT EXISTS consensus_archive (
    id TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    reason TEXT,
    archived_at TEXT
);
