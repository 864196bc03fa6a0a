-- The words of the questions, by which debates are found.
ALTER TABLE debate_sessions ADD COLUMN IF NOT EXISTS search tsvector;

CREATE INDEX IF NOT EXISTS idx_debate_sessions_search ON debate_sessions USING gin (search);
