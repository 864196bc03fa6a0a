CREATE TABLE IF NOT EXISTS pending_turns (
    epoch_id text NOT NULL REFERENCES epochs(id),
    slot bigint NOT NULL,
    turn_number bigint NOT NULL,
    entry_json text NOT NULL,
    PRIMARY KEY (epoch_id, slot, turn_number)
);

CREATE TABLE IF NOT EXISTS observations (
    profile_id text NOT NULL REFERENCES AgentProfiles(id),
    debate_id text NOT NULL,
    score bigint NOT NULL,
    seq bigint NOT NULL UNIQUE,
    PRIMARY KEY (profile_id, debate_id)
);

CREATE INDEX IF NOT EXISTS idx_observations_profile_id_seq ON observations(profile_id, seq);
