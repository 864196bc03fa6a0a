CREATE TABLE IF NOT EXISTS access_tokens (
    token_id TEXT NOT NULL PRIMARY KEY,
    created_at REAL NOT NULL,
    label TEXT NOT NULL,
    subject TEXT NOT NULL DEFAULT 'local',
    scopes TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    expires_at REAL,
    revoked_at REAL
);

CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT NOT NULL PRIMARY KEY,
    request_hash TEXT NOT NULL,
    ref TEXT NOT NULL,
    created_at REAL NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_idempotency_keys_created_at ON idempotency_keys(created_at);
