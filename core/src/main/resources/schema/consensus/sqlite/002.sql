CREATE TABLE IF NOT EXISTS verified_proofs (
    id TEXT PRIMARY KEY,
    debate_id TEXT NOT NULL,
    proof_status TEXT,
    language TEXT,
    formal_statement TEXT,
    is_verified INTEGER DEFAULT 0,
    proof_hash TEXT,
    translation_time_ms REAL,
    proof_search_time_ms REAL,
    prover_version TEXT,
    error_message TEXT,
    timestamp TEXT,
    data TEXT
);

CREATE INDEX IF NOT EXISTS idx_verified_proofs_debate ON verified_proofs(debate_id);
CREATE INDEX IF NOT EXISTS idx_verified_proofs_status ON verified_proofs(proof_status);
