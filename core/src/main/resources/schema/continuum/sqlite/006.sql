CREATE TABLE IF NOT EXISTS memory_outcomes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    memory_id TEXT,
    outcome_key TEXT,
    success INTEGER,
    prediction_error REAL,
    observed REAL,
    surprise_after REAL,
    tier TEXT,
    created_at TEXT,
    UNIQUE (memory_id, outcome_key)
);

ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS trust INTEGER NOT NULL DEFAULT 1;
ALTER TABLE continuum_memory ADD COLUMN IF NOT EXISTS origin TEXT;

CREATE TABLE IF NOT EXISTS memory_sources (
    memory_id TEXT NOT NULL,
    source_kind TEXT NOT NULL,
    source_id TEXT NOT NULL,
    source_trust INTEGER NOT NULL,
    PRIMARY KEY (memory_id, source_kind, source_id)
);

CREATE INDEX IF NOT EXISTS idx_memory_sources_source ON memory_sources(source_kind, source_id);

ALTER TABLE meta_learning_state ADD COLUMN IF NOT EXISTS through_outcome INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER IF NOT EXISTS trg_trust_insert BEFORE INSERT ON continuum_memory
WHEN NEW.trust > (SELECT min(source_trust) FROM memory_sources WHERE memory_id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'trust bound: a memory cannot have more trust than the least of its sources');
END;

CREATE TRIGGER IF NOT EXISTS trg_trust_update BEFORE UPDATE OF id, trust ON continuum_memory
WHEN NEW.trust > (SELECT min(source_trust) FROM memory_sources WHERE memory_id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'trust bound: a memory cannot have more trust than the least of its sources');
END;

CREATE TRIGGER IF NOT EXISTS trg_source_insert BEFORE INSERT ON memory_sources
WHEN NEW.source_trust < (SELECT trust FROM continuum_memory WHERE id = NEW.memory_id)
BEGIN
    SELECT RAISE(ABORT, 'trust bound: a source cannot have less trust than the memory made from it');
END;

CREATE TRIGGER IF NOT EXISTS trg_source_update BEFORE UPDATE ON memory_sources
WHEN NEW.source_trust < (SELECT trust FROM continuum_memory WHERE id = NEW.memory_id)
BEGIN
    SELECT RAISE(ABORT, 'trust bound: a source cannot have less trust than the memory made from it');
END;
