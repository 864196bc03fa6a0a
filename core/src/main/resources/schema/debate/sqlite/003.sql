ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS turn_seq INTEGER;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS phase_ordinal SMALLINT;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS attempt SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS step SMALLINT NOT NULL DEFAULT 1;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS kind VARCHAR(20) CONSTRAINT chk_debate_turns_kind CHECK (kind IN ('question', 'position', 'critique', 'review', 'attack', 'defence', 'ballot', 'plan', 'tests'));
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS status VARCHAR(20) NOT NULL DEFAULT 'ok' CONSTRAINT chk_debate_turns_status CHECK (status IN ('ok', 'abstained', 'unparsed', 'error', 'timeout'));
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS prompt TEXT;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS prompt_sha256 CHAR(64);
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS row_sha256 CHAR(64);
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS visible_turns TEXT NOT NULL DEFAULT '[]';
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS seed BIGINT;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS params TEXT;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS parsed TEXT;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS option_key CHAR(1);
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS tokens_in INTEGER;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS tokens_out INTEGER;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS cost_usd REAL;
ALTER TABLE debate_turns ADD COLUMN IF NOT EXISTS error TEXT;

CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_turns_seq ON debate_turns(session_id, turn_seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_turns_slot
    ON debate_turns(session_id, round, phase_ordinal, attempt, step, agent_id);
