CREATE TABLE IF NOT EXISTS continuum_memory (
    id TEXT PRIMARY KEY,
    tier TEXT NOT NULL,
    content TEXT NOT NULL,
    importance REAL DEFAULT 0.5,
    surprise_score REAL DEFAULT 0.0,
    consolidation_score REAL DEFAULT 0.0,
    update_count INTEGER DEFAULT 1,
    success_count INTEGER DEFAULT 0,
    failure_count INTEGER DEFAULT 0,
    semantic_centroid BLOB,
    last_promotion_at TEXT,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP,
    updated_at TEXT DEFAULT CURRENT_TIMESTAMP,
    metadata TEXT,
    expires_at TEXT
);

CREATE INDEX IF NOT EXISTS idx_continuum_tier ON continuum_memory(tier);
CREATE INDEX IF NOT EXISTS idx_continuum_surprise ON continuum_memory(surprise_score DESC);
CREATE INDEX IF NOT EXISTS idx_continuum_importance ON continuum_memory(importance DESC);
CREATE INDEX IF NOT EXISTS idx_continuum_tier_updated ON continuum_memory(tier, updated_at DESC);
CREATE INDEX IF NOT EXISTS idx_continuum_expires ON continuum_memory(expires_at);

CREATE TABLE IF NOT EXISTS meta_learning_state (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hyperparams TEXT,
    learning_efficiency REAL,
    pattern_retention_rate REAL,
    forgetting_rate REAL,
    cycles_evaluated INTEGER,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE IF NOT EXISTS tier_transitions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    memory_id TEXT NOT NULL,
    from_tier TEXT NOT NULL,
    to_tier TEXT NOT NULL,
    reason TEXT,
    surprise_score REAL,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE IF NOT EXISTS continuum_memory_archive (
    id TEXT PRIMARY KEY,
    tier TEXT,
    content TEXT,
    importance REAL,
    surprise_score REAL,
    consolidation_score REAL,
    update_count INTEGER,
    success_count INTEGER,
    failure_count INTEGER,
    semantic_centroid BLOB,
    created_at TEXT,
    updated_at TEXT,
    archived_at TEXT DEFAULT CURRENT_TIMESTAMP,
    archive_reason TEXT,
    metadata TEXT
);
