CREATE TABLE IF NOT EXISTS archive_sequence (
    name text PRIMARY KEY,
    value bigint NOT NULL
);

ALTER TABLE consensus ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS participant_count bigint;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS agree_count bigint;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS supersedes text;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS superseded_by text;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS trust bigint NOT NULL DEFAULT 1;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS embedding bytea;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS embedding_model text;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS vector_seq bigint;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS search tsvector;

ALTER TABLE dissent ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE dissent ADD COLUMN IF NOT EXISTS acknowledged bigint NOT NULL DEFAULT 0;
ALTER TABLE dissent ADD COLUMN IF NOT EXISTS rebuttal text;
ALTER TABLE dissent ADD COLUMN IF NOT EXISTS rebutted_by text;

CREATE UNIQUE INDEX IF NOT EXISTS idx_consensus_seq ON consensus(seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_dissent_seq ON dissent(seq);
CREATE INDEX IF NOT EXISTS idx_consensus_vector ON consensus(vector_seq);
CREATE INDEX IF NOT EXISTS idx_consensus_model ON consensus(embedding_model, seq);
CREATE INDEX IF NOT EXISTS idx_consensus_search ON consensus USING gin(search);
CREATE INDEX IF NOT EXISTS idx_verified_proofs_hash ON verified_proofs(proof_hash);
