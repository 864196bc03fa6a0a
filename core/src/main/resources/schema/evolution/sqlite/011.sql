CREATE TABLE IF NOT EXISTS run_events (
    run_id TEXT NOT NULL REFERENCES evolution_runs(id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    ref TEXT,
    data TEXT NOT NULL DEFAULT '{}',
    at TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
);

-- Up to which generation a run is pruned, so that pruning again looks at nothing twice.
CREATE TABLE IF NOT EXISTS retention_marks (
    run_id TEXT NOT NULL PRIMARY KEY REFERENCES evolution_runs(id),
    logs_seq INTEGER NOT NULL,
    episodes_seq INTEGER NOT NULL,
    failure_score INTEGER NOT NULL,
    kept_logs INTEGER NOT NULL
);
