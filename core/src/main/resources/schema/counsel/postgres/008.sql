ALTER TABLE assertion_events ADD COLUMN IF NOT EXISTS created_at double precision;
ALTER TABLE assertion_events ADD COLUMN IF NOT EXISTS message text COLLATE "C";
ALTER TABLE assertion_events ADD COLUMN IF NOT EXISTS query_id text COLLATE "C";
ALTER TABLE assertion_events ADD COLUMN IF NOT EXISTS specialist text COLLATE "C";

CREATE INDEX IF NOT EXISTS idx_assertion_events_created_at ON assertion_events(created_at);
CREATE INDEX IF NOT EXISTS idx_assertion_events_query_id ON assertion_events(query_id);
