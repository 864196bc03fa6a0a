ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS turn_seq integer;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS phase_ordinal smallint;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS attempt smallint NOT NULL DEFAULT 0;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS step smallint NOT NULL DEFAULT 1;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS kind varchar(20) CONSTRAINT chk_debate_turns_kind CHECK (kind IN ('question', 'position', 'critique', 'review', 'attack', 'defence', 'ballot', 'plan', 'tests'));
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS status varchar(20) NOT NULL DEFAULT 'ok' CONSTRAINT chk_debate_turns_status CHECK (status IN ('ok', 'abstained', 'unparsed', 'error', 'timeout'));
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS prompt text;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS prompt_sha256 char(64);
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS row_sha256 char(64);
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS visible_turns jsonb NOT NULL DEFAULT '[]';
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS seed bigint;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS params jsonb;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS parsed jsonb;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS option_key char(1);
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS tokens_in integer;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS tokens_out integer;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS cost_usd double precision;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS error text;

CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_turns_seq ON debate_turns(session_id, turn_seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_turns_slot
    ON debate_turns(session_id, round, phase_ordinal, attempt, step, agent_id);
