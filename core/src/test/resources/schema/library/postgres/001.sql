CREATE TABLE IF NOT EXISTS archive_sequence (name text PRIMARY KEY, value bigint NOT NULL);

CREATE TABLE IF NOT EXISTS book (
    seq bigint PRIMARY KEY,
    shelf text NOT NULL,
    title text NOT NULL,
    blurb text NOT NULL,
    embedding bytea,
    embedding_model text,
    vector_seq bigint,
    search tsvector
);

CREATE INDEX IF NOT EXISTS idx_book_vector ON book(vector_seq);
CREATE INDEX IF NOT EXISTS idx_book_model ON book(embedding_model, seq);
CREATE INDEX IF NOT EXISTS idx_book_search ON book USING gin (search);
