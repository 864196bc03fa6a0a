CREATE TABLE IF NOT EXISTS trial_verdicts (
    id text PRIMARY KEY,
    generation_id text NOT NULL REFERENCES Generations(id),
    kind text NOT NULL,
    actor_id text,
    candidate_profile_id text REFERENCES AgentProfiles(id),
    incumbent_profile_id text REFERENCES AgentProfiles(id),
    variant bigint NOT NULL,
    operator text NOT NULL,
    outcome text NOT NULL,
    reason text NOT NULL,
    cull_mean double precision,
    n bigint,
    mean_candidate double precision,
    mean_incumbent double precision,
    mean_diff double precision,
    sd_diff double precision,
    lcb double precision,
    margin double precision NOT NULL,
    lambda double precision NOT NULL,
    test text NOT NULL,
    p_value double precision,
    p_holm double precision,
    family_size bigint NOT NULL,
    alpha double precision NOT NULL,
    baseline_epoch_id text REFERENCES epochs(id),
    trial_epoch_id text REFERENCES epochs(id),
    created_at timestamptz NOT NULL,
    decided_at timestamptz
);

CREATE INDEX IF NOT EXISTS idx_trial_verdicts_generation_id ON trial_verdicts(generation_id);
CREATE INDEX IF NOT EXISTS idx_trial_verdicts_candidate_profile_id ON trial_verdicts(candidate_profile_id);
