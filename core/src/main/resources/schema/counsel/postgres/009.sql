CREATE TABLE IF NOT EXISTS specialists (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    seq bigint NOT NULL UNIQUE,
    active_model text COLLATE "C" NOT NULL,
    shadow_model text COLLATE "C",
    shadow_since bigint,
    fields text COLLATE "C" NOT NULL DEFAULT '[]',
    state text COLLATE "C" NOT NULL DEFAULT 'enabled',
    created_at double precision NOT NULL,
    updated_at double precision NOT NULL
);

CREATE TABLE IF NOT EXISTS shadow_scores (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    seq bigint NOT NULL UNIQUE,
    specialist text COLLATE "C" NOT NULL,
    query_id text COLLATE "C" NOT NULL,
    blue_model text COLLATE "C" NOT NULL,
    green_model text COLLATE "C" NOT NULL,
    blue_u double precision NOT NULL,
    green_u double precision NOT NULL,
    u_delta double precision NOT NULL,
    blue_blocked bigint NOT NULL,
    green_blocked bigint NOT NULL,
    domain text COLLATE "C",
    created_at double precision NOT NULL,
    UNIQUE (query_id, specialist)
);

CREATE INDEX IF NOT EXISTS idx_shadow_scores_specialist_seq ON shadow_scores(specialist, seq);

ALTER TABLE promotions ADD COLUMN IF NOT EXISTS seq bigint;

CREATE UNIQUE INDEX IF NOT EXISTS idx_promotions_seq ON promotions(seq);
