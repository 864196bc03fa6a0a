CREATE TABLE IF NOT EXISTS debate_options (
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    option_key CHAR(1) NOT NULL,
    label TEXT NOT NULL,
    first_turn_seq INTEGER,
    PRIMARY KEY (session_id, option_key)
);

CREATE TABLE IF NOT EXISTS debate_ballots (
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    stage VARCHAR(20) NOT NULL CONSTRAINT chk_debate_ballots_stage CHECK (stage IN ('draft', 'round', 'final')),
    round INTEGER NOT NULL,
    attempt SMALLINT NOT NULL DEFAULT 0,
    agent_id VARCHAR(255) NOT NULL,
    turn_seq INTEGER,
    choice CHAR(1),
    ranking TEXT NOT NULL DEFAULT '[]',
    confidence REAL,
    weight BIGINT,
    valid INTEGER NOT NULL CONSTRAINT chk_debate_ballots_valid CHECK (valid IN (0, 1)),
    counted INTEGER NOT NULL CONSTRAINT chk_debate_ballots_counted CHECK (counted IN (0, 1)),
    reason TEXT,
    PRIMARY KEY (session_id, stage, round, attempt, agent_id)
);

CREATE TABLE IF NOT EXISTS debate_flips (
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    agent_id VARCHAR(255) NOT NULL,
    to_turn_seq INTEGER NOT NULL,
    from_turn_seq INTEGER NOT NULL,
    from_option CHAR(1) NOT NULL,
    to_option CHAR(1) NOT NULL,
    seen_supporters TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (session_id, agent_id, to_turn_seq)
);

CREATE TABLE IF NOT EXISTS debate_checks (
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    turn_seq INTEGER NOT NULL,
    checker VARCHAR(64) NOT NULL,
    status VARCHAR(20) NOT NULL CONSTRAINT chk_debate_checks_status CHECK (status IN ('passed', 'failed', 'unknown')),
    detail TEXT NOT NULL DEFAULT '{}',
    duration_ms INTEGER,
    PRIMARY KEY (session_id, turn_seq, checker)
);

-- Only what a debate learns about a turn later may still be written, once; and a prompt can be dropped.
CREATE TRIGGER IF NOT EXISTS trg_debate_turns_update BEFORE UPDATE OF
    id, session_id, round, phase, agent_id, agent_role, provider, model, content, confidence,
    tool_calls, reflections, metadata, created_at, response_time_ms, turn_seq, phase_ordinal, attempt,
    step, kind, status, prompt_sha256, row_sha256, visible_turns, seed, params, parsed, tokens_in,
    tokens_out, cost_usd, error
    ON debate_turns
BEGIN
    SELECT RAISE(ABORT, 'debate_turns is append-only: a row does not change');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_turns_once BEFORE UPDATE OF prompt, test_results, option_key ON debate_turns
WHEN (NEW.prompt IS NOT OLD.prompt AND NEW.prompt IS NOT NULL)
    OR (NEW.test_results IS NOT OLD.test_results AND OLD.test_results IS NOT '{}')
    OR (NEW.option_key IS NOT OLD.option_key AND OLD.option_key IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'debate_turns is append-only: results and options are written once, prompts only dropped');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_turns_delete BEFORE DELETE ON debate_turns
WHEN EXISTS (SELECT 1 FROM debate_sessions WHERE id = OLD.session_id)
BEGIN
    SELECT RAISE(ABORT, 'debate_turns is append-only: a row goes only with its session');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_ballots_update BEFORE UPDATE ON debate_ballots
BEGIN
    SELECT RAISE(ABORT, 'debate_ballots is append-only: a row does not change');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_ballots_delete BEFORE DELETE ON debate_ballots
WHEN EXISTS (SELECT 1 FROM debate_sessions WHERE id = OLD.session_id)
BEGIN
    SELECT RAISE(ABORT, 'debate_ballots is append-only: a row goes only with its session');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_flips_update BEFORE UPDATE ON debate_flips
BEGIN
    SELECT RAISE(ABORT, 'debate_flips is append-only: a row does not change');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_flips_delete BEFORE DELETE ON debate_flips
WHEN EXISTS (SELECT 1 FROM debate_sessions WHERE id = OLD.session_id)
BEGIN
    SELECT RAISE(ABORT, 'debate_flips is append-only: a row goes only with its session');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_checks_update BEFORE UPDATE ON debate_checks
BEGIN
    SELECT RAISE(ABORT, 'debate_checks is append-only: a row does not change');
END;

CREATE TRIGGER IF NOT EXISTS trg_debate_checks_delete BEFORE DELETE ON debate_checks
WHEN EXISTS (SELECT 1 FROM debate_sessions WHERE id = OLD.session_id)
BEGIN
    SELECT RAISE(ABORT, 'debate_checks is append-only: a row goes only with its session');
END;
