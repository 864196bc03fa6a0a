CREATE TABLE IF NOT EXISTS sentence_vectors (
    evidence_id TEXT NOT NULL,
    model TEXT NOT NULL,
    sentences_hash TEXT NOT NULL,
    vectors BLOB NOT NULL,
    PRIMARY KEY (evidence_id, model)
);
