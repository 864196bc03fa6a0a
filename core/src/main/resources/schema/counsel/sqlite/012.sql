ALTER TABLE queries ADD COLUMN IF NOT EXISTS owner TEXT;
ALTER TABLE queries ADD COLUMN IF NOT EXISTS lease REAL;
ALTER TABLE assertion_events ADD COLUMN IF NOT EXISTS violated TEXT;

CREATE INDEX IF NOT EXISTS idx_conversations_user_id_tail_hash ON conversations(user_id, tail_hash, seq);
CREATE INDEX IF NOT EXISTS idx_context_backups_conversation_id_created_at
    ON context_backups(conversation_id, created_at, backup_id);
