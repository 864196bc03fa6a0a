CREATE TABLE IF NOT EXISTS specialists (
    name TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    active_model TEXT NOT NULL,
    shadow_model TEXT,
    shadow_since INTEGER,
    fields TEXT NOT NULL DEFAULT '[]',
    state TEXT NOT NULL DEFAULT 'enabled',
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL
);

CREATE TABLE IF NOT EXISTS shadow_scores (
    id TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    specialist TEXT NOT NULL,
    query_id TEXT NOT NULL,
    blue_model TEXT NOT NULL,
    green_model TEXT NOT NULL,
    blue_u REAL NOT NULL,
    green_u REAL NOT NULL,
    u_delta REAL NOT NULL,
    blue_blocked INTEGER NOT NULL,
    green_blocked INTEGER NOT NULL,
    domain TEXT,
    created_at REAL NOT NULL,
    UNIQUE (query_id, specialist)
);

CREATE INDEX IF NOT EXISTS idx_shadow_scores_specialist_seq ON shadow_scores(specialist, seq);

ALTER TABLE promotions ADD COLUMN IF NOT EXISTS seq INTEGER;

CREATE UNIQUE INDEX IF NOT EXISTS idx_promotions_seq ON promotions(seq);
