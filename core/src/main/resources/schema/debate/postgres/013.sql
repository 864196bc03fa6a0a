-- A running debate renews its lease with every step. Few are running, so that their state finds them; and a row of which
-- no indexed column changes is entered in no index again, if its page has room for the new one.
DROP INDEX IF EXISTS idx_debate_sessions_lease;
ALTER TABLE debate_sessions SET (fillfactor = 50);
ALTER TABLE debate_turns SET (fillfactor = 80);
