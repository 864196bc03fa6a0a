CREATE TABLE IF NOT EXISTS archive_sequence (name TEXT PRIMARY KEY, value INTEGER NOT NULL);

CREATE TABLE IF NOT EXISTS book (
    seq INTEGER PRIMARY KEY,
    shelf TEXT NOT NULL,
    title TEXT NOT NULL,
    blurb TEXT NOT NULL,
    embedding BLOB,
    embedding_model TEXT,
    vector_seq INTEGER
);

CREATE INDEX IF NOT EXISTS idx_book_vector ON book(vector_seq);
CREATE INDEX IF NOT EXISTS idx_book_model ON book(embedding_model, seq);

CREATE VIRTUAL TABLE IF NOT EXISTS book_fts USING fts5(shelf UNINDEXED, title, blurb, tokenize = 'porter unicode61');
