-- Tells debates with a simulated seat from others without opening their configurations.
CREATE INDEX IF NOT EXISTS idx_debate_sessions_simulated ON debate_sessions(
    (COALESCE(config @> '{"agents": [{"provider": "sim"}]}'::jsonb, false)), status, domain);
