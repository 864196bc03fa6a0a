-- A row without a key is plain.
ALTER TABLE conversations ADD COLUMN IF NOT EXISTS key_id bigint;
ALTER TABLE messages ADD COLUMN IF NOT EXISTS key_id bigint;
ALTER TABLE projects ADD COLUMN IF NOT EXISTS key_id bigint;
ALTER TABLE context_backups ADD COLUMN IF NOT EXISTS key_id bigint;
ALTER TABLE model_runs ADD COLUMN IF NOT EXISTS key_id bigint;
ALTER TABLE corrections ADD COLUMN IF NOT EXISTS key_id bigint;

CREATE TABLE IF NOT EXISTS keyword_terms (
    term text COLLATE "C" NOT NULL PRIMARY KEY,
    sealed text COLLATE "C" NOT NULL,
    key_id bigint NOT NULL
);
