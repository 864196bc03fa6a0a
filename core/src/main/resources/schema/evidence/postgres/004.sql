CREATE TABLE IF NOT EXISTS sentence_vectors (
    evidence_id text NOT NULL,
    model text NOT NULL,
    sentences_hash text NOT NULL,
    vectors bytea NOT NULL,
    PRIMARY KEY (evidence_id, model)
);
