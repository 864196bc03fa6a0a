CREATE TABLE IF NOT EXISTS counsel_meta (
    key text COLLATE "C" NOT NULL PRIMARY KEY,
    value text COLLATE "C" NOT NULL
);

CREATE TABLE IF NOT EXISTS archive_sequence (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    value bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS counsel_jobs (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    last_run double precision,
    owner text COLLATE "C",
    lease double precision
);

ALTER TABLE conversations ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE conversations ADD COLUMN IF NOT EXISTS last_seq bigint NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN IF NOT EXISTS last_at double precision;
ALTER TABLE conversations ADD COLUMN IF NOT EXISTS tail_hash text COLLATE "C";
ALTER TABLE conversations ADD COLUMN IF NOT EXISTS erased_at double precision;
ALTER TABLE messages ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE messages ADD COLUMN IF NOT EXISTS query_id text COLLATE "C";
ALTER TABLE messages ADD COLUMN IF NOT EXISTS reply_to text COLLATE "C";
ALTER TABLE messages ADD COLUMN IF NOT EXISTS notices text COLLATE "C" NOT NULL DEFAULT '[]';
ALTER TABLE messages ADD COLUMN IF NOT EXISTS erased_at double precision;
ALTER TABLE projects ADD COLUMN IF NOT EXISTS seq bigint;

CREATE UNIQUE INDEX IF NOT EXISTS idx_conversations_seq ON conversations(seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_messages_conversation_id_seq ON messages(conversation_id, seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_projects_seq ON projects(seq);
