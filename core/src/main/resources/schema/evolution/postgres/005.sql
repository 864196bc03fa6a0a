ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS run_id text REFERENCES evolution_runs(id);
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS actor_id text;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS parent_profile_id text REFERENCES AgentProfiles(id);
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS core_prompt text;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS strategy_text text;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS tactic text;
ALTER TABLE AgentProfiles ADD COLUMN IF NOT EXISTS mutation_json text;

CREATE UNIQUE INDEX IF NOT EXISTS idx_agentprofiles_seq ON AgentProfiles(seq);
CREATE INDEX IF NOT EXISTS idx_agentprofiles_run_id_seq ON AgentProfiles(run_id, seq);

CREATE TABLE IF NOT EXISTS generation_actors (
    generation_id text NOT NULL REFERENCES Generations(id),
    ordinal bigint NOT NULL,
    actor_id text NOT NULL,
    profile_id text NOT NULL REFERENCES AgentProfiles(id),
    PRIMARY KEY (generation_id, actor_id)
);

CREATE INDEX IF NOT EXISTS idx_generation_actors_profile_id ON generation_actors(profile_id);

CREATE OR REPLACE FUNCTION evolution_row_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'immutable: %', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER guard_agentprofiles_delete BEFORE DELETE ON AgentProfiles
    FOR EACH ROW EXECUTE FUNCTION evolution_row_stays();

-- A row without a number is that of an older archive, on its way to one.
CREATE OR REPLACE TRIGGER guard_agentprofiles_update BEFORE UPDATE ON AgentProfiles
    FOR EACH ROW
    WHEN (OLD.seq IS NOT NULL AND (NEW.id IS DISTINCT FROM OLD.id OR NEW.generation_id IS DISTINCT FROM OLD.generation_id
    OR NEW.archetype IS DISTINCT FROM OLD.archetype OR NEW.system_prompt IS DISTINCT FROM OLD.system_prompt
    OR NEW.hyperparameters IS DISTINCT FROM OLD.hyperparameters OR NEW.created_by IS DISTINCT FROM OLD.created_by
    OR NEW.seq IS DISTINCT FROM OLD.seq OR NEW.run_id IS DISTINCT FROM OLD.run_id OR NEW.actor_id IS DISTINCT FROM OLD.actor_id
    OR NEW.parent_profile_id IS DISTINCT FROM OLD.parent_profile_id OR NEW.core_prompt IS DISTINCT FROM OLD.core_prompt
    OR NEW.strategy_text IS DISTINCT FROM OLD.strategy_text OR NEW.tactic IS DISTINCT FROM OLD.tactic
    OR NEW.mutation_json IS DISTINCT FROM OLD.mutation_json
    OR (OLD.expected_performance_baseline IS NOT NULL
        AND NEW.expected_performance_baseline IS DISTINCT FROM OLD.expected_performance_baseline))) EXECUTE FUNCTION evolution_row_stays();
