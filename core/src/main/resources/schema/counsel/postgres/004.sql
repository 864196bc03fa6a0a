-- A message without a number of the index waits for it.
ALTER TABLE messages ADD COLUMN IF NOT EXISTS index_seq bigint;
ALTER TABLE messages ADD COLUMN IF NOT EXISTS term_count bigint;
ALTER TABLE message_keywords ADD COLUMN IF NOT EXISTS tf bigint NOT NULL DEFAULT 1;

CREATE INDEX IF NOT EXISTS idx_messages_index_seq ON messages(index_seq);
CREATE INDEX IF NOT EXISTS idx_messages_created_at_message_id ON messages(created_at, message_id)
    WHERE index_seq IS NULL;
