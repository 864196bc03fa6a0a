CREATE TABLE IF NOT EXISTS debate_lessons (
    id varchar(64) NOT NULL PRIMARY KEY,
    seq bigint NOT NULL,
    category varchar(20) NOT NULL,
    domain varchar(64) NOT NULL DEFAULT 'general',
    title varchar(200) NOT NULL,
    problem text NOT NULL,
    solution text NOT NULL,
    tags jsonb NOT NULL DEFAULT '[]',
    trust bigint NOT NULL DEFAULT 1,
    seen_count integer NOT NULL DEFAULT 1,
    uses integer NOT NULL DEFAULT 0,
    successes integer NOT NULL DEFAULT 0,
    status varchar(20) NOT NULL DEFAULT 'active',
    created_at timestamptz NOT NULL,
    refreshed_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    search tsvector,
    CONSTRAINT chk_debate_lessons_category
        CHECK (category IN ('pattern', 'anti_pattern', 'best_practice', 'optimization', 'security', 'refactoring',
            'debugging', 'architecture', 'testing', 'documentation')),
    CONSTRAINT chk_debate_lessons_status CHECK (status IN ('active', 'retired'))
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_lessons_seq ON debate_lessons(seq);
CREATE INDEX IF NOT EXISTS idx_debate_lessons_domain ON debate_lessons(domain, category);
CREATE INDEX IF NOT EXISTS idx_debate_lessons_expiry ON debate_lessons(status, expires_at);
CREATE INDEX IF NOT EXISTS idx_debate_lessons_search ON debate_lessons USING gin(search);

CREATE TABLE IF NOT EXISTS debate_lesson_sources (
    lesson_id varchar(64) NOT NULL REFERENCES debate_lessons(id) ON DELETE CASCADE,
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    turn_seq integer,
    kind varchar(30) NOT NULL
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_debate_lesson_sources_item
    ON debate_lesson_sources(lesson_id, session_id, kind, turn_seq);
CREATE INDEX IF NOT EXISTS idx_debate_lesson_sources_session ON debate_lesson_sources(session_id);

CREATE TABLE IF NOT EXISTS debate_lesson_uses (
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    lesson_id varchar(64) NOT NULL REFERENCES debate_lessons(id) ON DELETE CASCADE,
    shown integer NOT NULL CONSTRAINT chk_debate_lesson_uses_shown CHECK (shown IN (0, 1)),
    success integer CONSTRAINT chk_debate_lesson_uses_success CHECK (success IN (0, 1)),
    basis varchar(30),
    at timestamptz NOT NULL,
    PRIMARY KEY (session_id, lesson_id)
);

CREATE INDEX IF NOT EXISTS idx_debate_lesson_uses_lesson ON debate_lesson_uses(lesson_id);
