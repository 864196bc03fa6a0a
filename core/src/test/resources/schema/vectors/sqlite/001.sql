CREATE TABLE IF NOT EXISTS archive_sequence (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS item (id TEXT PRIMARY KEY, seq INTEGER NOT NULL, embedding BLOB, vector_seq INTEGER);
CREATE INDEX IF NOT EXISTS item_vector_seq ON item (vector_seq);
