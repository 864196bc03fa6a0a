CREATE TABLE IF NOT EXISTS circuit_breakers (
    name text PRIMARY KEY,
    state_json jsonb NOT NULL,
    failure_threshold bigint NOT NULL DEFAULT 5,
    cooldown_seconds double precision NOT NULL DEFAULT 60,
    updated_at timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_circuit_breakers_updated ON circuit_breakers(updated_at);
