-- Names are not quoted, so the server folds them to lower case and statements may spell them either way.
CREATE TABLE IF NOT EXISTS Generations (
    id text PRIMARY KEY,
    created_at timestamptz,
    status text,
    parent_generation_id text REFERENCES Generations(id)
);

CREATE INDEX IF NOT EXISTS idx_generations_status ON Generations(status);

CREATE TABLE IF NOT EXISTS AgentProfiles (
    id text PRIMARY KEY,
    generation_id text REFERENCES Generations(id),
    archetype text,
    system_prompt text,
    hyperparameters jsonb,
    expected_performance_baseline double precision,
    created_by text
);

CREATE INDEX IF NOT EXISTS idx_agentprofiles_generation ON AgentProfiles(generation_id);

CREATE TABLE IF NOT EXISTS Episodes (
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
    created_at timestamptz
);

CREATE INDEX IF NOT EXISTS idx_episodes_generation_score ON Episodes(generation_id, agent_a_score);
CREATE INDEX IF NOT EXISTS idx_episodes_shadow ON Episodes(is_shadow_trial);

CREATE TABLE IF NOT EXISTS ActionLogs (
    id text PRIMARY KEY,
    episode_id text REFERENCES Episodes(id),
    turn_number bigint,
    speaker_id text,
    internal_monologue text,
    public_dialogue text,
    state_mutations jsonb,
    propose_resolution boolean,
    abort_episode boolean
);

CREATE INDEX IF NOT EXISTS idx_actionlogs_episode_turn ON ActionLogs(episode_id, turn_number);

CREATE TABLE IF NOT EXISTS CreatedAgents (
    id text PRIMARY KEY,
    creator_trigger_generation_id text REFERENCES Generations(id),
    agent_profile_id text REFERENCES AgentProfiles(id),
    archetype_designed text,
    design_rationale text,
    shadow_trial_score_delta double precision,
    status text,
    created_at timestamptz
);

CREATE INDEX IF NOT EXISTS idx_createdagents_status ON CreatedAgents(status);
