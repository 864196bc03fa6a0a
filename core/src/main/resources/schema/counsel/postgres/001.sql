-- Text is compared bytewise, as SQLite does, so that both backends list and page alike.
CREATE TABLE IF NOT EXISTS promotions (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    created_at double precision NOT NULL,
    specialist text COLLATE "C" NOT NULL,
    event text COLLATE "C" NOT NULL,
    from_model text COLLATE "C",
    to_model text COLLATE "C",
    reverted bigint NOT NULL DEFAULT 0,
    metadata text COLLATE "C" NOT NULL DEFAULT '{}'
);

CREATE INDEX IF NOT EXISTS idx_promotions_specialist ON promotions(specialist);

CREATE TABLE IF NOT EXISTS corrections (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    created_at double precision NOT NULL,
    subject text COLLATE "C" NOT NULL,
    domain text COLLATE "C" NOT NULL,
    claim text COLLATE "C" NOT NULL,
    rejected text COLLATE "C" NOT NULL DEFAULT '',
    confidence double precision NOT NULL,
    source text COLLATE "C" NOT NULL DEFAULT 'arbiter',
    effective_confidence double precision NOT NULL,
    decay_class text COLLATE "C" NOT NULL DEFAULT 'C',
    metadata text COLLATE "C" NOT NULL DEFAULT '{}'
);

CREATE INDEX IF NOT EXISTS idx_corrections_domain ON corrections(domain);

CREATE TABLE IF NOT EXISTS sessions (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    created_at double precision NOT NULL,
    updated_at double precision NOT NULL,
    domain text COLLATE "C",
    query_count bigint NOT NULL DEFAULT 0,
    metadata text COLLATE "C" NOT NULL DEFAULT '{}'
);

CREATE TABLE IF NOT EXISTS audit_log (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    created_at double precision NOT NULL,
    event_type text COLLATE "C" NOT NULL,
    session_id text COLLATE "C",
    trace_id text COLLATE "C",
    token_id text COLLATE "C",
    field text COLLATE "C",
    specialist text COLLATE "C",
    u_score double precision,
    confidence double precision,
    latency_ms double precision,
    details text COLLATE "C" DEFAULT '{}',
    prev_hash text COLLATE "C" NOT NULL,
    curr_hash text COLLATE "C" NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_audit_log_session_id ON audit_log(session_id);

CREATE TABLE IF NOT EXISTS assertion_events (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    session_id text COLLATE "C" NOT NULL REFERENCES sessions(id),
    assertion_name text COLLATE "C" NOT NULL,
    level text COLLATE "C" NOT NULL,
    passed bigint NOT NULL,
    bonus_applied double precision NOT NULL DEFAULT 0,
    retries_used bigint NOT NULL DEFAULT 0,
    latency_ms double precision NOT NULL DEFAULT 0,
    domain text COLLATE "C",
    policy_name text COLLATE "C"
);

CREATE INDEX IF NOT EXISTS idx_assertion_events_session_id ON assertion_events(session_id);
CREATE INDEX IF NOT EXISTS idx_assertion_events_assertion_name ON assertion_events(assertion_name);

CREATE TABLE IF NOT EXISTS projects (
    project_id text COLLATE "C" NOT NULL PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL DEFAULT 'local',
    name text COLLATE "C" NOT NULL,
    created_at double precision NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_projects_user_id ON projects(user_id);

CREATE TABLE IF NOT EXISTS conversations (
    conversation_id text COLLATE "C" NOT NULL PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL DEFAULT 'local',
    title text COLLATE "C" NOT NULL DEFAULT 'New Chat',
    project_id text COLLATE "C" REFERENCES projects(project_id),
    created_at double precision NOT NULL,
    updated_at double precision NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_conversations_project_id ON conversations(project_id);
CREATE INDEX IF NOT EXISTS idx_conversations_user_id ON conversations(user_id);

CREATE TABLE IF NOT EXISTS messages (
    message_id text COLLATE "C" NOT NULL PRIMARY KEY,
    conversation_id text COLLATE "C" NOT NULL REFERENCES conversations(conversation_id),
    role text COLLATE "C" NOT NULL,
    content text COLLATE "C",
    callout_type text COLLATE "C",
    models_used text COLLATE "C",
    accuracy_level text COLLATE "C",
    confidence text COLLATE "C",
    created_at double precision NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_messages_conversation_id ON messages(conversation_id);
CREATE INDEX IF NOT EXISTS idx_messages_created_at ON messages(created_at);

CREATE TABLE IF NOT EXISTS model_runs (
    run_id text COLLATE "C" NOT NULL PRIMARY KEY,
    query_id text COLLATE "C",
    conversation_id text COLLATE "C" NOT NULL REFERENCES conversations(conversation_id),
    specialist text COLLATE "C" NOT NULL,
    round text COLLATE "C" NOT NULL DEFAULT 'answer',
    utility_score double precision,
    confidence_score double precision,
    vcg_welfare_score double precision,
    vcg_winner bigint NOT NULL DEFAULT 0,
    corrections_applied text COLLATE "C",
    latency_ms double precision,
    domain text COLLATE "C" DEFAULT 'general',
    domain_l0 text COLLATE "C",
    domain_path text COLLATE "C",
    created_at double precision NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_model_runs_conversation_id ON model_runs(conversation_id);
CREATE INDEX IF NOT EXISTS idx_model_runs_specialist ON model_runs(specialist);

CREATE TABLE IF NOT EXISTS token_counters (
    counter_id text COLLATE "C" NOT NULL PRIMARY KEY,
    specialist text COLLATE "C" NOT NULL,
    conversation_id text COLLATE "C" NOT NULL,
    token_estimate bigint NOT NULL DEFAULT 0,
    message_count bigint NOT NULL DEFAULT 0,
    thread_number bigint NOT NULL DEFAULT 1,
    updated_at double precision NOT NULL,
    UNIQUE (specialist, conversation_id)
);

CREATE INDEX IF NOT EXISTS idx_token_counters_conversation_id ON token_counters(conversation_id);

CREATE TABLE IF NOT EXISTS message_keywords (
    keyword text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    conversation_id text COLLATE "C" NOT NULL,
    role text COLLATE "C" NOT NULL DEFAULT 'user',
    created_at double precision NOT NULL,
    PRIMARY KEY (keyword, message_id)
);

CREATE INDEX IF NOT EXISTS idx_message_keywords_conversation_id ON message_keywords(conversation_id);
CREATE INDEX IF NOT EXISTS idx_message_keywords_message_id ON message_keywords(message_id);

CREATE TABLE IF NOT EXISTS context_backups (
    backup_id text COLLATE "C" NOT NULL PRIMARY KEY,
    conversation_id text COLLATE "C" NOT NULL,
    specialist text COLLATE "C" NOT NULL,
    trigger text COLLATE "C" NOT NULL,
    thread_number bigint NOT NULL DEFAULT 1,
    backup_text text COLLATE "C",
    token_estimate bigint NOT NULL DEFAULT 0,
    created_at double precision NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_context_backups_conversation_id_specialist
    ON context_backups(conversation_id, specialist);
