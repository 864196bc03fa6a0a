CREATE TABLE IF NOT EXISTS Generations (
    id TEXT NOT NULL PRIMARY KEY,
    created_at TEXT,
    status TEXT,
    parent_generation_id TEXT REFERENCES Generations(id)
);

CREATE INDEX IF NOT EXISTS idx_generations_status ON Generations(status);

CREATE TABLE IF NOT EXISTS AgentProfiles (
    id TEXT NOT NULL PRIMARY KEY,
    generation_id TEXT REFERENCES Generations(id),
    archetype TEXT,
    system_prompt TEXT,
    hyperparameters TEXT,
    expected_performance_baseline REAL,
    created_by TEXT
);

CREATE INDEX IF NOT EXISTS idx_agentprofiles_generation ON AgentProfiles(generation_id);

CREATE TABLE IF NOT EXISTS Episodes (
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
    created_at TEXT
);

CREATE INDEX IF NOT EXISTS idx_episodes_generation_score ON Episodes(generation_id, agent_a_score);
CREATE INDEX IF NOT EXISTS idx_episodes_shadow ON Episodes(is_shadow_trial);

CREATE TABLE IF NOT EXISTS ActionLogs (
    id TEXT NOT NULL PRIMARY KEY,
    episode_id TEXT REFERENCES Episodes(id),
    turn_number INTEGER,
    speaker_id TEXT,
    internal_monologue TEXT,
    public_dialogue TEXT,
    state_mutations TEXT,
    propose_resolution BOOLEAN,
    abort_episode BOOLEAN
);

CREATE INDEX IF NOT EXISTS idx_actionlogs_episode_turn ON ActionLogs(episode_id, turn_number);

CREATE TABLE IF NOT EXISTS CreatedAgents (
    id TEXT NOT NULL PRIMARY KEY,
    creator_trigger_generation_id TEXT REFERENCES Generations(id),
    agent_profile_id TEXT REFERENCES AgentProfiles(id),
    archetype_designed TEXT,
    design_rationale TEXT,
    shadow_trial_score_delta REAL,
    status TEXT,
    created_at TEXT
);

CREATE INDEX IF NOT EXISTS idx_createdagents_status ON CreatedAgents(status);
