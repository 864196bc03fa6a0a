CREATE TABLE IF NOT EXISTS archive_sequence (name text PRIMARY KEY, value bigint NOT NULL);
CREATE TABLE IF NOT EXISTS item (id text PRIMARY KEY, seq bigint NOT NULL, embedding bytea, vector_seq bigint);
CREATE INDEX IF NOT EXISTS item_vector_seq ON item (vector_seq);
