CREATE TABLE IF NOT EXISTS debate_options (
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    option_key char(1) NOT NULL,
    label text NOT NULL,
    first_turn_seq integer,
    PRIMARY KEY (session_id, option_key)
);

CREATE TABLE IF NOT EXISTS debate_ballots (
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    stage varchar(20) NOT NULL CONSTRAINT chk_debate_ballots_stage CHECK (stage IN ('draft', 'round', 'final')),
    round integer NOT NULL,
    attempt smallint NOT NULL DEFAULT 0,
    agent_id varchar(255) NOT NULL,
    turn_seq integer,
    choice char(1),
    ranking jsonb NOT NULL DEFAULT '[]',
    confidence double precision,
    weight bigint,
    valid integer NOT NULL CONSTRAINT chk_debate_ballots_valid CHECK (valid IN (0, 1)),
    counted integer NOT NULL CONSTRAINT chk_debate_ballots_counted CHECK (counted IN (0, 1)),
    reason text,
    PRIMARY KEY (session_id, stage, round, attempt, agent_id)
);

CREATE TABLE IF NOT EXISTS debate_flips (
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    agent_id varchar(255) NOT NULL,
    to_turn_seq integer NOT NULL,
    from_turn_seq integer NOT NULL,
    from_option char(1) NOT NULL,
    to_option char(1) NOT NULL,
    seen_supporters jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (session_id, agent_id, to_turn_seq)
);

CREATE TABLE IF NOT EXISTS debate_checks (
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    turn_seq integer NOT NULL,
    checker varchar(64) NOT NULL,
    status varchar(20) NOT NULL CONSTRAINT chk_debate_checks_status CHECK (status IN ('passed', 'failed', 'unknown')),
    detail jsonb NOT NULL DEFAULT '{}',
    duration_ms integer,
    PRIMARY KEY (session_id, turn_seq, checker)
);

CREATE OR REPLACE FUNCTION debate_row_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: a row does not change', TG_TABLE_NAME;
END
$$;

CREATE OR REPLACE FUNCTION debate_row_goes_with_session() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM debate_sessions WHERE id = OLD.session_id) THEN
        RAISE EXCEPTION '% is append-only: a row goes only with its session', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END
$$;

-- Only what a debate learns about a turn later may still be written, once; and a prompt can be dropped.
CREATE OR REPLACE FUNCTION debate_turn_learns_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.prompt IS DISTINCT FROM OLD.prompt AND NEW.prompt IS NOT NULL)
            OR (NEW.test_results IS DISTINCT FROM OLD.test_results AND OLD.test_results IS DISTINCT FROM '{}')
            OR (NEW.option_key IS DISTINCT FROM OLD.option_key AND OLD.option_key IS NOT NULL) THEN
        RAISE EXCEPTION
            'debate_turns is append-only: results and options are written once, prompts only dropped';
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER trg_debate_turns_update BEFORE UPDATE OF
    id, session_id, round, phase, agent_id, agent_role, provider, model, content, confidence,
    tool_calls, reflections, metadata, created_at, response_time_ms, turn_seq, phase_ordinal, attempt,
    step, kind, status, prompt_sha256, row_sha256, visible_turns, seed, params, parsed, tokens_in,
    tokens_out, cost_usd, error
    ON debate_turns FOR EACH ROW EXECUTE FUNCTION debate_row_stays();
CREATE OR REPLACE TRIGGER trg_debate_turns_once BEFORE UPDATE OF prompt, test_results, option_key ON debate_turns
    FOR EACH ROW EXECUTE FUNCTION debate_turn_learns_once();
CREATE OR REPLACE TRIGGER trg_debate_turns_delete BEFORE DELETE ON debate_turns
    FOR EACH ROW EXECUTE FUNCTION debate_row_goes_with_session();
CREATE OR REPLACE TRIGGER trg_debate_turns_truncate BEFORE TRUNCATE ON debate_turns
    FOR EACH STATEMENT EXECUTE FUNCTION debate_row_stays();

CREATE OR REPLACE TRIGGER trg_debate_ballots_update BEFORE UPDATE ON debate_ballots
    FOR EACH ROW EXECUTE FUNCTION debate_row_stays();
CREATE OR REPLACE TRIGGER trg_debate_ballots_delete BEFORE DELETE ON debate_ballots
    FOR EACH ROW EXECUTE FUNCTION debate_row_goes_with_session();
CREATE OR REPLACE TRIGGER trg_debate_ballots_truncate BEFORE TRUNCATE ON debate_ballots
    FOR EACH STATEMENT EXECUTE FUNCTION debate_row_stays();

CREATE OR REPLACE TRIGGER trg_debate_flips_update BEFORE UPDATE ON debate_flips
    FOR EACH ROW EXECUTE FUNCTION debate_row_stays();
CREATE OR REPLACE TRIGGER trg_debate_flips_delete BEFORE DELETE ON debate_flips
    FOR EACH ROW EXECUTE FUNCTION debate_row_goes_with_session();
CREATE OR REPLACE TRIGGER trg_debate_flips_truncate BEFORE TRUNCATE ON debate_flips
    FOR EACH STATEMENT EXECUTE FUNCTION debate_row_stays();

CREATE OR REPLACE TRIGGER trg_debate_checks_update BEFORE UPDATE ON debate_checks
    FOR EACH ROW EXECUTE FUNCTION debate_row_stays();
CREATE OR REPLACE TRIGGER trg_debate_checks_delete BEFORE DELETE ON debate_checks
    FOR EACH ROW EXECUTE FUNCTION debate_row_goes_with_session();
CREATE OR REPLACE TRIGGER trg_debate_checks_truncate BEFORE TRUNCATE ON debate_checks
    FOR EACH STATEMENT EXECUTE FUNCTION debate_row_stays();
