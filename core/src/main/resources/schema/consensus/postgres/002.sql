CREATE TABLE IF NOT EXISTS verified_proofs (
    id text PRIMARY KEY,
    debate_id text NOT NULL,
    proof_status text,
    language text,
    formal_statement text,
    is_verified bigint DEFAULT 0,
    proof_hash text,
    translation_time_ms double precision,
    proof_search_time_ms double precision,
    prover_version text,
    error_message text,
    timestamp timestamptz,
    data jsonb
);

CREATE INDEX IF NOT EXISTS idx_verified_proofs_debate ON verified_proofs(debate_id);
CREATE INDEX IF NOT EXISTS idx_verified_proofs_status ON verified_proofs(proof_status);
