ALTER TABLE assertion_events ADD COLUMN IF NOT EXISTS created_at REAL;
ALTER TABLE assertion_events ADD COLUMN IF NOT EXISTS message TEXT;
ALTER TABLE assertion_events ADD COLUMN IF NOT EXISTS query_id TEXT;
ALTER TABLE assertion_events ADD COLUMN IF NOT EXISTS specialist TEXT;

CREATE INDEX IF NOT EXISTS idx_assertion_events_created_at ON assertion_events(created_at);
CREATE INDEX IF NOT EXISTS idx_assertion_events_query_id ON assertion_events(query_id);
