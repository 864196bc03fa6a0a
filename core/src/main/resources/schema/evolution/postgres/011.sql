CREATE TABLE IF NOT EXISTS run_events (
    run_id text NOT NULL REFERENCES evolution_runs(id),
    seq bigint NOT NULL,
    kind text NOT NULL,
    ref text,
    data text NOT NULL DEFAULT '{}',
    at timestamptz NOT NULL,
    PRIMARY KEY (run_id, seq)
);

-- Up to which generation a run is pruned, so that pruning again looks at nothing twice.
CREATE TABLE IF NOT EXISTS retention_marks (
    run_id text PRIMARY KEY REFERENCES evolution_runs(id),
    logs_seq bigint NOT NULL,
    episodes_seq bigint NOT NULL,
    failure_score bigint NOT NULL,
    kept_logs bigint NOT NULL
);
