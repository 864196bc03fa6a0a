CREATE TABLE IF NOT EXISTS promotions (
    id TEXT NOT NULL PRIMARY KEY,
    created_at REAL NOT NULL,
    specialist TEXT NOT NULL,
    event TEXT NOT NULL,
    from_model TEXT,
    to_model TEXT,
    reverted INTEGER NOT NULL DEFAULT 0,
    metadata TEXT NOT NULL DEFAULT '{}'
);

CREATE INDEX IF NOT EXISTS idx_promotions_specialist ON promotions(specialist);

CREATE TABLE IF NOT EXISTS corrections (
    id TEXT NOT NULL PRIMARY KEY,
    created_at REAL NOT NULL,
    subject TEXT NOT NULL,
    domain TEXT NOT NULL,
    claim TEXT NOT NULL,
    rejected TEXT NOT NULL DEFAULT '',
    confidence REAL NOT NULL,
    source TEXT NOT NULL DEFAULT 'arbiter',
    effective_confidence REAL NOT NULL,
    decay_class TEXT NOT NULL DEFAULT 'C',
    metadata TEXT NOT NULL DEFAULT '{}'
);

CREATE INDEX IF NOT EXISTS idx_corrections_domain ON corrections(domain);

CREATE TABLE IF NOT EXISTS sessions (
    id TEXT NOT NULL PRIMARY KEY,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    domain TEXT,
    query_count INTEGER NOT NULL DEFAULT 0,
    metadata TEXT NOT NULL DEFAULT '{}'
);

CREATE TABLE IF NOT EXISTS audit_log (
    id TEXT NOT NULL PRIMARY KEY,
    created_at REAL NOT NULL,
    event_type TEXT NOT NULL,
    session_id TEXT,
    trace_id TEXT,
    token_id TEXT,
    field TEXT,
    specialist TEXT,
    u_score REAL,
    confidence REAL,
    latency_ms REAL,
    details TEXT DEFAULT '{}',
    prev_hash TEXT NOT NULL,
    curr_hash TEXT NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_audit_log_session_id ON audit_log(session_id);

CREATE TABLE IF NOT EXISTS assertion_events (
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions(id),
    assertion_name TEXT NOT NULL,
    level TEXT NOT NULL,
    passed INTEGER NOT NULL,
    bonus_applied REAL NOT NULL DEFAULT 0,
    retries_used INTEGER NOT NULL DEFAULT 0,
    latency_ms REAL NOT NULL DEFAULT 0,
    domain TEXT,
    policy_name TEXT
);

CREATE INDEX IF NOT EXISTS idx_assertion_events_session_id ON assertion_events(session_id);
CREATE INDEX IF NOT EXISTS idx_assertion_events_assertion_name ON assertion_events(assertion_name);

CREATE TABLE IF NOT EXISTS projects (
    project_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL DEFAULT 'local',
    name TEXT NOT NULL,
    created_at REAL NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_projects_user_id ON projects(user_id);

CREATE TABLE IF NOT EXISTS conversations (
    conversation_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL DEFAULT 'local',
    title TEXT NOT NULL DEFAULT 'New Chat',
    project_id TEXT REFERENCES projects(project_id),
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_conversations_project_id ON conversations(project_id);
CREATE INDEX IF NOT EXISTS idx_conversations_user_id ON conversations(user_id);

CREATE TABLE IF NOT EXISTS messages (
    message_id TEXT NOT NULL PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations(conversation_id),
    role TEXT NOT NULL,
    content TEXT,
    callout_type TEXT,
    models_used TEXT,
    accuracy_level TEXT,
    confidence TEXT,
    created_at REAL NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_messages_conversation_id ON messages(conversation_id);
CREATE INDEX IF NOT EXISTS idx_messages_created_at ON messages(created_at);

CREATE TABLE IF NOT EXISTS model_runs (
    run_id TEXT NOT NULL PRIMARY KEY,
    query_id TEXT,
    conversation_id TEXT NOT NULL REFERENCES conversations(conversation_id),
    specialist TEXT NOT NULL,
    round TEXT NOT NULL DEFAULT 'answer',
    utility_score REAL,
    confidence_score REAL,
    vcg_welfare_score REAL,
    vcg_winner INTEGER NOT NULL DEFAULT 0,
    corrections_applied TEXT,
    latency_ms REAL,
    domain TEXT DEFAULT 'general',
    domain_l0 TEXT,
    domain_path TEXT,
    created_at REAL NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_model_runs_conversation_id ON model_runs(conversation_id);
CREATE INDEX IF NOT EXISTS idx_model_runs_specialist ON model_runs(specialist);

CREATE TABLE IF NOT EXISTS token_counters (
    counter_id TEXT NOT NULL PRIMARY KEY,
    specialist TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    token_estimate INTEGER NOT NULL DEFAULT 0,
    message_count INTEGER NOT NULL DEFAULT 0,
    thread_number INTEGER NOT NULL DEFAULT 1,
    updated_at REAL NOT NULL,
    UNIQUE (specialist, conversation_id)
);

CREATE INDEX IF NOT EXISTS idx_token_counters_conversation_id ON token_counters(conversation_id);

CREATE TABLE IF NOT EXISTS message_keywords (
    keyword TEXT NOT NULL,
    message_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    role TEXT NOT NULL DEFAULT 'user',
    created_at REAL NOT NULL,
    PRIMARY KEY (keyword, message_id)
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS idx_message_keywords_conversation_id ON message_keywords(conversation_id);
CREATE INDEX IF NOT EXISTS idx_message_keywords_message_id ON message_keywords(message_id);

CREATE TABLE IF NOT EXISTS context_backups (
    backup_id TEXT NOT NULL PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    specialist TEXT NOT NULL,
    trigger TEXT NOT NULL,
    thread_number INTEGER NOT NULL DEFAULT 1,
    backup_text TEXT,
    token_estimate INTEGER NOT NULL DEFAULT 0,
    created_at REAL NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_context_backups_conversation_id_specialist
    ON context_backups(conversation_id, specialist);
