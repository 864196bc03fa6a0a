CREATE TABLE IF NOT EXISTS epochs (
    id text PRIMARY KEY,
    generation_id text NOT NULL REFERENCES Generations(id),
    ordinal bigint NOT NULL,
    kind text NOT NULL,
    verdict_id text,
    purpose text NOT NULL,
    planned bigint NOT NULL,
    status text NOT NULL,
    UNIQUE (generation_id, ordinal)
);

CREATE INDEX IF NOT EXISTS idx_epochs_verdict_id ON epochs(verdict_id);

CREATE TABLE IF NOT EXISTS slot_failures (
    epoch_id text NOT NULL REFERENCES epochs(id),
    slot bigint NOT NULL,
    attempts bigint NOT NULL,
    error text NOT NULL,
    PRIMARY KEY (epoch_id, slot)
);

CREATE TABLE IF NOT EXISTS episode_facts (
    episode_id text PRIMARY KEY,
    seq bigint NOT NULL UNIQUE,
    epoch_id text,
    slot bigint,
    seed bigint,
    min_score bigint NOT NULL,
    nash_ratio double precision,
    tokens bigint NOT NULL,
    penalties bigint NOT NULL,
    judge text NOT NULL,
    rationale text,
    logs text NOT NULL,
    UNIQUE (epoch_id, slot)
);

CREATE TABLE IF NOT EXISTS episode_participants (
    episode_id text NOT NULL REFERENCES episode_facts(episode_id),
    ordinal bigint NOT NULL,
    actor_id text NOT NULL,
    profile_id text REFERENCES AgentProfiles(id),
    archetype text NOT NULL,
    score bigint,
    utility double precision,
    penalties bigint NOT NULL,
    tokens bigint NOT NULL,
    generation_id text,
    shadow bigint NOT NULL,
    episode_seq bigint NOT NULL,
    PRIMARY KEY (episode_id, ordinal)
);

CREATE INDEX IF NOT EXISTS idx_episode_participants_worst ON episode_participants(generation_id, actor_id, shadow, score, episode_seq);
CREATE INDEX IF NOT EXISTS idx_episode_participants_profile_id_episode_seq ON episode_participants(profile_id, episode_seq);

ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS actor_id text;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS outcome text;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS attempts bigint;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS violation text;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS state_version bigint;
ALTER TABLE ActionLogs ADD COLUMN IF NOT EXISTS environment_json text;

CREATE TABLE IF NOT EXISTS episodes_archive (
    id text PRIMARY KEY,
    generation_id text REFERENCES Generations(id),
    agent_a_profile_id text REFERENCES AgentProfiles(id),
    agent_b_profile_id text REFERENCES AgentProfiles(id),
    agent_a_score bigint,
    agent_b_score bigint,
    total_turns bigint,
    termination_reason text,
    final_state_snapshot jsonb,
    is_shadow_trial boolean,
    created_at timestamptz,
    scout_hypotheses text,
    archived_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX IF NOT EXISTS idx_episodes_archive_generation_id ON episodes_archive(generation_id);

CREATE TABLE IF NOT EXISTS action_logs_archive (
    id text PRIMARY KEY,
    episode_id text REFERENCES episodes_archive(id),
    turn_number bigint,
    speaker_id text,
    internal_monologue text,
    public_dialogue text,
    state_mutations jsonb,
    propose_resolution boolean,
    abort_episode boolean,
    token_usage bigint DEFAULT 0,
    actor_id text,
    outcome text,
    attempts bigint,
    violation text,
    state_version bigint,
    environment_json text,
    archived_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX IF NOT EXISTS idx_action_logs_archive_episode_id_turn_number ON action_logs_archive(episode_id, turn_number);

CREATE OR REPLACE VIEW episodes_all AS
SELECT id, generation_id, agent_a_profile_id, agent_b_profile_id, agent_a_score, agent_b_score, total_turns,
    termination_reason, final_state_snapshot, is_shadow_trial, created_at, scout_hypotheses, 0 AS archived
FROM Episodes
UNION ALL
SELECT id, generation_id, agent_a_profile_id, agent_b_profile_id, agent_a_score, agent_b_score, total_turns,
    termination_reason, final_state_snapshot, is_shadow_trial, created_at, scout_hypotheses, 1 AS archived
FROM episodes_archive;

CREATE OR REPLACE VIEW action_logs_all AS
SELECT id, episode_id, turn_number, speaker_id, internal_monologue, public_dialogue, state_mutations,
    propose_resolution, abort_episode, token_usage, actor_id, outcome, attempts, violation, state_version,
    environment_json, 0 AS archived
FROM ActionLogs
UNION ALL
SELECT id, episode_id, turn_number, speaker_id, internal_monologue, public_dialogue, state_mutations,
    propose_resolution, abort_episode, token_usage, actor_id, outcome, attempts, violation, state_version,
    environment_json, 1 AS archived
FROM action_logs_archive;
