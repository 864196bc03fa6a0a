ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS run_id TEXT REFERENCES evolution_runs(id);
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS actor_id TEXT;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS parent_profile_id TEXT REFERENCES AgentProfiles(id);
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS core_prompt TEXT;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS strategy_text TEXT;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS tactic TEXT;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS mutation_json TEXT;

CREATE UNIQUE INDEX IF NOT EXISTS idx_agentprofiles_seq ON AgentProfiles(seq);
CREATE INDEX IF NOT EXISTS idx_agentprofiles_run_id_seq ON AgentProfiles(run_id, seq);

CREATE TABLE IF NOT EXISTS generation_actors (
    generation_id TEXT NOT NULL REFERENCES Generations(id),
    ordinal INTEGER NOT NULL,
    actor_id TEXT NOT NULL,
    profile_id TEXT NOT NULL REFERENCES AgentProfiles(id),
    PRIMARY KEY (generation_id, actor_id)
);

CREATE INDEX IF NOT EXISTS idx_generation_actors_profile_id ON generation_actors(profile_id);

CREATE TRIGGER IF NOT EXISTS guard_agentprofiles_delete BEFORE DELETE ON AgentProfiles
BEGIN
    SELECT RAISE(ABORT, 'immutable: AgentProfiles');
END;

-- A row without a number is that of an older archive, on its way to one.
CREATE TRIGGER IF NOT EXISTS guard_agentprofiles_update BEFORE UPDATE ON AgentProfiles
WHEN OLD.seq IS NOT NULL AND (NEW.id IS NOT OLD.id OR NEW.generation_id IS NOT OLD.generation_id
    OR NEW.archetype IS NOT OLD.archetype OR NEW.system_prompt IS NOT OLD.system_prompt
    OR NEW.hyperparameters IS NOT OLD.hyperparameters OR NEW.created_by IS NOT OLD.created_by
    OR NEW.seq IS NOT OLD.seq OR NEW.run_id IS NOT OLD.run_id OR NEW.actor_id IS NOT OLD.actor_id
    OR NEW.parent_profile_id IS NOT OLD.parent_profile_id OR NEW.core_prompt IS NOT OLD.core_prompt
    OR NEW.strategy_text IS NOT OLD.strategy_text OR NEW.tactic IS NOT OLD.tactic
    OR NEW.mutation_json IS NOT OLD.mutation_json
    OR (OLD.expected_performance_baseline IS NOT NULL
        AND NEW.expected_performance_baseline IS NOT OLD.expected_performance_baseline))
BEGIN
    SELECT RAISE(ABORT, 'immutable: AgentProfiles');
END;
