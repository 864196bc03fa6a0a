CREATE TABLE IF NOT EXISTS pending_turns (
    epoch_id TEXT NOT NULL REFERENCES epochs(id),
    slot INTEGER NOT NULL,
    turn_number INTEGER NOT NULL,
    entry_json TEXT NOT NULL,
    PRIMARY KEY (epoch_id, slot, turn_number)
);

CREATE TABLE IF NOT EXISTS observations (
    profile_id TEXT NOT NULL REFERENCES AgentProfiles(id),
    debate_id TEXT NOT NULL,
    score INTEGER NOT NULL,
    seq INTEGER NOT NULL UNIQUE,
    PRIMARY KEY (profile_id, debate_id)
);

CREATE INDEX IF NOT EXISTS idx_observations_profile_id_seq ON observations(profile_id, seq);
