CREATE TABLE IF NOT EXISTS debate_lessons (
    id VARCHAR(64) NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL,
    category VARCHAR(20) NOT NULL,
    domain VARCHAR(64) NOT NULL DEFAULT 'general',
    title VARCHAR(200) NOT NULL,
    problem TEXT NOT NULL,
    solution TEXT NOT NULL,
    tags TEXT NOT NULL DEFAULT '[]',
    trust INTEGER NOT NULL DEFAULT 1,
    seen_count INTEGER NOT NULL DEFAULT 1,
    uses INTEGER NOT NULL DEFAULT 0,
    successes INTEGER NOT NULL DEFAULT 0,
    status VARCHAR(20) NOT NULL DEFAULT 'active',
    created_at TEXT NOT NULL,
    refreshed_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    CONSTRAINT chk_debate_lessons_category
        CHECK (category IN ('pattern', 'anti_pattern', 'best_practice', 'optimization', 'security', 'refactoring',
            'debugging', 'architecture', 'testing', 'documentation')),
    CONSTRAINT chk_debate_lessons_status CHECK (status IN ('active', 'retired'))
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_lessons_seq ON debate_lessons(seq);
CREATE INDEX IF NOT EXISTS idx_debate_lessons_domain ON debate_lessons(domain, category);
CREATE INDEX IF NOT EXISTS idx_debate_lessons_expiry ON debate_lessons(status, expires_at);

CREATE TABLE IF NOT EXISTS debate_lesson_sources (
    lesson_id VARCHAR(64) NOT NULL REFERENCES debate_lessons(id) ON DELETE CASCADE,
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    turn_seq INTEGER,
    kind VARCHAR(30) NOT NULL
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_lesson_sources_item
    ON debate_lesson_sources(lesson_id, session_id, kind, turn_seq);
CREATE INDEX IF NOT EXISTS idx_debate_lesson_sources_session ON debate_lesson_sources(session_id);

CREATE TABLE IF NOT EXISTS debate_lesson_uses (
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    lesson_id VARCHAR(64) NOT NULL REFERENCES debate_lessons(id) ON DELETE CASCADE,
    shown INTEGER NOT NULL CONSTRAINT chk_debate_lesson_uses_shown CHECK (shown IN (0, 1)),
    success INTEGER CONSTRAINT chk_debate_lesson_uses_success CHECK (success IN (0, 1)),
    basis VARCHAR(30),
    at TEXT NOT NULL,
    PRIMARY KEY (session_id, lesson_id)
);

CREATE INDEX IF NOT EXISTS idx_debate_lesson_uses_lesson ON debate_lesson_uses(lesson_id);

CREATE VIRTUAL TABLE IF NOT EXISTS debate_lessons_fts
    USING fts5(title, problem, solution, tags, tokenize = 'porter unicode61');
