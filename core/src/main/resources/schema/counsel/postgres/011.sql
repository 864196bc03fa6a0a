CREATE TABLE IF NOT EXISTS access_tokens (
    token_id text COLLATE "C" NOT NULL PRIMARY KEY,
    created_at double precision NOT NULL,
    label text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL DEFAULT 'local',
    scopes text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL UNIQUE,
    expires_at double precision,
    revoked_at double precision
);

CREATE TABLE IF NOT EXISTS idempotency_keys (
    key text COLLATE "C" NOT NULL PRIMARY KEY,
    request_hash text COLLATE "C" NOT NULL,
    ref text COLLATE "C" NOT NULL,
    created_at double precision NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_idempotency_keys_created_at ON idempotency_keys(created_at);
