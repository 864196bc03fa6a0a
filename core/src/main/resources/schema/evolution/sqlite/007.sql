CREATE TABLE IF NOT EXISTS trial_verdicts (
    id TEXT NOT NULL PRIMARY KEY,
    generation_id TEXT NOT NULL REFERENCES Generations(id),
    kind TEXT NOT NULL,
    actor_id TEXT,
    candidate_profile_id TEXT REFERENCES AgentProfiles(id),
    incumbent_profile_id TEXT REFERENCES AgentProfiles(id),
    variant INTEGER NOT NULL,
    operator TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    cull_mean REAL,
    n INTEGER,
    mean_candidate REAL,
    mean_incumbent REAL,
    mean_diff REAL,
    sd_diff REAL,
    lcb REAL,
    margin REAL NOT NULL,
    lambda REAL NOT NULL,
    test TEXT NOT NULL,
    p_value REAL,
    p_holm REAL,
    family_size INTEGER NOT NULL,
    alpha REAL NOT NULL,
    baseline_epoch_id TEXT REFERENCES epochs(id),
    trial_epoch_id TEXT REFERENCES epochs(id),
    created_at TEXT NOT NULL,
    decided_at TEXT
);

CREATE INDEX IF NOT EXISTS idx_trial_verdicts_generation_id ON trial_verdicts(generation_id);
CREATE INDEX IF NOT EXISTS idx_trial_verdicts_candidate_profile_id ON trial_verdicts(candidate_profile_id);
