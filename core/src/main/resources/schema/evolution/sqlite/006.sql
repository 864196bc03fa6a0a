CREATE TABLE IF NOT EXISTS epochs (
    id TEXT NOT NULL PRIMARY KEY,
    generation_id TEXT NOT NULL REFERENCES Generations(id),
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    verdict_id TEXT,
    purpose TEXT NOT NULL,
    planned INTEGER NOT NULL,
    status TEXT NOT NULL,
    UNIQUE (generation_id, ordinal)
);

CREATE INDEX IF NOT EXISTS idx_epochs_verdict_id ON epochs(verdict_id);

CREATE TABLE IF NOT EXISTS slot_failures (
    epoch_id TEXT NOT NULL REFERENCES epochs(id),
    slot INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    error TEXT NOT NULL,
    PRIMARY KEY (epoch_id, slot)
);

CREATE TABLE IF NOT EXISTS episode_facts (
    episode_id TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    epoch_id TEXT,
    slot INTEGER,
    seed INTEGER,
    min_score INTEGER NOT NULL,
    nash_ratio REAL,
    tokens INTEGER NOT NULL,
    penalties INTEGER NOT NULL,
    judge TEXT NOT NULL,
    rationale TEXT,
    logs TEXT NOT NULL,
    UNIQUE (epoch_id, slot)
);

CREATE TABLE IF NOT EXISTS episode_participants (
    episode_id TEXT NOT NULL REFERENCES episode_facts(episode_id),
    ordinal INTEGER NOT NULL,
    actor_id TEXT NOT NULL,
    profile_id TEXT REFERENCES AgentProfiles(id),
    archetype TEXT NOT NULL,
    score INTEGER,
    utility REAL,
    penalties INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    generation_id TEXT,
    shadow INTEGER NOT NULL,
    episode_seq INTEGER NOT NULL,
    PRIMARY KEY (episode_id, ordinal)
);

CREATE INDEX IF NOT EXISTS idx_episode_participants_worst ON episode_participants(generation_id, actor_id, shadow, score, episode_seq);
CREATE INDEX IF NOT EXISTS idx_episode_participants_profile_id_episode_seq ON episode_participants(profile_id, episode_seq);

ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS actor_id TEXT;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS outcome TEXT;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS attempts INTEGER;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS violation TEXT;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS state_version INTEGER;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS environment_json TEXT;

CREATE TABLE IF NOT EXISTS episodes_archive (
    id TEXT NOT NULL PRIMARY KEY,
    generation_id TEXT REFERENCES Generations(id),
    agent_a_profile_id TEXT REFERENCES AgentProfiles(id),
    agent_b_profile_id TEXT REFERENCES AgentProfiles(id),
    agent_a_score INTEGER,
    agent_b_score INTEGER,
    total_turns INTEGER,
    termination_reason TEXT,
    final_state_snapshot TEXT,
    is_shadow_trial BOOLEAN,
    created_at TEXT,
    scout_hypotheses TEXT,
    archived_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now'))
);

CREATE INDEX IF NOT EXISTS idx_episodes_archive_generation_id ON episodes_archive(generation_id);

CREATE TABLE IF NOT EXISTS action_logs_archive (
    id TEXT NOT NULL PRIMARY KEY,
    episode_id TEXT REFERENCES episodes_archive(id),
    turn_number INTEGER,
    speaker_id TEXT,
    internal_monologue TEXT,
    public_dialogue TEXT,
    state_mutations TEXT,
    propose_resolution BOOLEAN,
    abort_episode BOOLEAN,
    token_usage INTEGER DEFAULT 0,
    actor_id TEXT,
    outcome TEXT,
    attempts INTEGER,
    violation TEXT,
    state_version INTEGER,
    environment_json TEXT,
    archived_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now'))
);

CREATE INDEX IF NOT EXISTS idx_action_logs_archive_episode_id_turn_number ON action_logs_archive(episode_id, turn_number);

CREATE VIEW IF NOT EXISTS episodes_all AS
SELECT id, generation_id, agent_a_profile_id, agent_b_profile_id, agent_a_score, agent_b_score, total_turns,
    termination_reason, final_state_snapshot, is_shadow_trial, created_at, scout_hypotheses, 0 AS archived
FROM Episodes
UNION ALL
SELECT id, generation_id, agent_a_profile_id, agent_b_profile_id, agent_a_score, agent_b_score, total_turns,
    termination_reason, final_state_snapshot, is_shadow_trial, created_at, scout_hypotheses, 1 AS archived
FROM episodes_archive;

CREATE VIEW IF NOT EXISTS action_logs_all AS
SELECT id, episode_id, turn_number, speaker_id, internal_monologue, public_dialogue, state_mutations,
    propose_resolution, abort_episode, token_usage, actor_id, outcome, attempts, violation, state_version,
    environment_json, 0 AS archived
FROM ActionLogs
UNION ALL
SELECT id, episode_id, turn_number, speaker_id, internal_monologue, public_dialogue, state_mutations,
    propose_resolution, abort_episode, token_usage, actor_id, outcome, attempts, violation, state_version,
    environment_json, 1 AS archived
FROM action_logs_archive;
