-- A running debate renews its lease with every step. Few are running, so that their state finds them.
DROP INDEX IF EXISTS idx_debate_sessions_lease;
