CREATE TABLE IF NOT EXISTS strategy_memory (
    id TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    episode_id TEXT NOT NULL REFERENCES episode_facts(episode_id),
    generation_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    scenario TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    agent_archetype TEXT NOT NULL,
    tactical_classification TEXT NOT NULL,
    judge_score INTEGER NOT NULL,
    termination_reason TEXT NOT NULL,
    created_agents_present TEXT NOT NULL DEFAULT '[]',
    document TEXT NOT NULL,
    embedding_model TEXT NOT NULL,
    dims INTEGER NOT NULL,
    embedding BLOB NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (episode_id, actor_id)
);

CREATE INDEX IF NOT EXISTS idx_strategy_memory_signal ON strategy_memory(abs(judge_score), seq);
CREATE INDEX IF NOT EXISTS idx_strategy_memory_run_id ON strategy_memory(run_id);
CREATE INDEX IF NOT EXISTS idx_strategy_memory_embedding_model_seq ON strategy_memory(embedding_model, seq);

CREATE TABLE IF NOT EXISTS strategy_constraints (
    id TEXT NOT NULL PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES evolution_runs(id),
    actor_id TEXT NOT NULL,
    tactic TEXT NOT NULL,
    text TEXT NOT NULL,
    evidence_json TEXT NOT NULL,
    from_seq INTEGER NOT NULL,
    until_seq INTEGER NOT NULL,
    created_at TEXT NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_strategy_constraints_run_id_actor_id ON strategy_constraints(run_id, actor_id);
