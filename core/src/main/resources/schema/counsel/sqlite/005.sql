ALTER TABLE messages ADD COLUMN IF NOT EXISTS tokens INTEGER;
ALTER TABLE token_counters ADD COLUMN IF NOT EXISTS context_window INTEGER NOT NULL DEFAULT 8192;
ALTER TABLE token_counters ADD COLUMN IF NOT EXISTS last_message_at REAL;
ALTER TABLE context_backups ADD COLUMN IF NOT EXISTS covers_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE context_backups ADD COLUMN IF NOT EXISTS author TEXT NOT NULL DEFAULT 'extract';

CREATE UNIQUE INDEX IF NOT EXISTS idx_context_backups_conversation_id_specialist_thread_number ON context_backups(conversation_id, specialist, thread_number);
