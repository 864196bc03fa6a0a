CREATE TABLE IF NOT EXISTS archive_sequence (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
);

ALTER TABLE consensus ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS participant_count INTEGER;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS agree_count INTEGER;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS supersedes TEXT;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS superseded_by TEXT;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS trust INTEGER NOT NULL DEFAULT 1;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS embedding BLOB;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS embedding_model TEXT;
ALTER TABLE consensus ADD COLUMN IF NOT EXISTS vector_seq INTEGER;

ALTER TABLE dissent ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE dissent ADD COLUMN IF NOT EXISTS acknowledged INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dissent ADD COLUMN IF NOT EXISTS rebuttal TEXT;
ALTER TABLE dissent ADD COLUMN IF NOT EXISTS rebutted_by TEXT;

CREATE UNIQUE INDEX IF NOT EXISTS idx_consensus_seq ON consensus(seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_dissent_seq ON dissent(seq);
CREATE INDEX IF NOT EXISTS idx_consensus_vector ON consensus(vector_seq);
CREATE INDEX IF NOT EXISTS idx_consensus_model ON consensus(embedding_model, seq);
CREATE INDEX IF NOT EXISTS idx_verified_proofs_hash ON verified_proofs(proof_hash);

CREATE VIRTUAL TABLE IF NOT EXISTS consensus_fts USING fts5(topic, conclusion, tokenize = 'porter unicode61');
