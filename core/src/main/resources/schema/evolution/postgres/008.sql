CREATE TABLE IF NOT EXISTS strategy_memory (
    id text PRIMARY KEY,
    seq bigint NOT NULL UNIQUE,
    episode_id text NOT NULL REFERENCES episode_facts(episode_id),
    generation_id text NOT NULL,
    run_id text NOT NULL,
    scenario text NOT NULL,
    actor_id text NOT NULL,
    agent_archetype text NOT NULL,
    tactical_classification text NOT NULL,
    judge_score bigint NOT NULL,
    termination_reason text NOT NULL,
    created_agents_present text NOT NULL DEFAULT '[]',
    document text NOT NULL,
    embedding_model text NOT NULL,
    dims bigint NOT NULL,
    embedding bytea NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (episode_id, actor_id)
);

CREATE INDEX IF NOT EXISTS idx_strategy_memory_signal ON strategy_memory(abs(judge_score), seq);
CREATE INDEX IF NOT EXISTS idx_strategy_memory_run_id ON strategy_memory(run_id);
CREATE INDEX IF NOT EXISTS idx_strategy_memory_embedding_model_seq ON strategy_memory(embedding_model, seq);

CREATE TABLE IF NOT EXISTS strategy_constraints (
    id text PRIMARY KEY,
    run_id text NOT NULL REFERENCES evolution_runs(id),
    actor_id text NOT NULL,
    tactic text NOT NULL,
    text text NOT NULL,
    evidence_json text NOT NULL,
    from_seq bigint NOT NULL,
    until_seq bigint NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_strategy_constraints_run_id_actor_id ON strategy_constraints(run_id, actor_id);
