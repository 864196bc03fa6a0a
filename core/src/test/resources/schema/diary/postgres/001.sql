CREATE TABLE IF NOT EXISTS day (name text PRIMARY KEY, notes jsonb);
