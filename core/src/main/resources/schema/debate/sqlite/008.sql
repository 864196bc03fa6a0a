CREATE TABLE IF NOT EXISTS debate_outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    target VARCHAR(50) NOT NULL,
    item_key VARCHAR(255) NOT NULL,
    payload TEXT NOT NULL DEFAULT '{}',
    payload_sha256 CHAR(64) NOT NULL,
    status VARCHAR(20) NOT NULL DEFAULT 'pending',
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at TEXT NOT NULL,
    last_error TEXT,
    created_at TEXT NOT NULL,
    done_at TEXT,
    CONSTRAINT uq_debate_outbox_item UNIQUE (target, item_key),
    CONSTRAINT chk_debate_outbox_status CHECK (status IN ('pending', 'done', 'dead'))
);

CREATE INDEX IF NOT EXISTS idx_debate_outbox_session ON debate_outbox(session_id, status);
CREATE INDEX IF NOT EXISTS idx_debate_outbox_pending ON debate_outbox(seq) WHERE status = 'pending';
CREATE INDEX IF NOT EXISTS idx_debate_outbox_dead ON debate_outbox(seq) WHERE status = 'dead';

CREATE TABLE IF NOT EXISTS debate_grades (
    session_id TEXT NOT NULL PRIMARY KEY REFERENCES debate_sessions(id) ON DELETE CASCADE,
    truth TEXT,
    true_option CHAR(1),
    correct INTEGER NOT NULL CONSTRAINT chk_debate_grades_correct CHECK (correct IN (0, 1)),
    source VARCHAR(20) NOT NULL,
    graded_by VARCHAR(255),
    at TEXT NOT NULL
);
