CREATE TABLE IF NOT EXISTS consensus_archive (
    id text PRIMARY KEY,
    record jsonb NOT NULL,
    reason text,
    archived_at timestamptz
);
