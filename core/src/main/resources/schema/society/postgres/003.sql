ALTER TABLE sessions ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS channel_id text REFERENCES channels(channel_id) ON DELETE SET NULL;
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS model text;
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS constitution_hash text;
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS idle_seconds bigint NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS idle_since timestamptz;
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS end_reason text;

CREATE UNIQUE INDEX IF NOT EXISTS idx_sessions_spawn ON sessions(agent_id, spawn_number);
CREATE UNIQUE INDEX IF NOT EXISTS idx_sessions_live ON sessions(agent_id, channel_id)
    WHERE ended_at IS NULL AND channel_id IS NOT NULL;

ALTER TABLE tasks ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS kind text NOT NULL DEFAULT 'run';
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS session_id text REFERENCES sessions(session_id) ON DELETE SET NULL;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS assignee_id text REFERENCES agents(agent_id) ON DELETE SET NULL;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS offered_to text REFERENCES agents(agent_id) ON DELETE SET NULL;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS priority bigint NOT NULL DEFAULT 5;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS attempt bigint NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS max_attempts bigint NOT NULL DEFAULT 1;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS client_key text;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS private bigint NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS pruned_at timestamptz;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS lease_token bigint NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS lease_holder text;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS lease_expires_at timestamptz;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS host text;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS process_started_at timestamptz;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS stop_requested_at timestamptz;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS prompt text;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS raw bigint NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS time_limit_seconds bigint;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS exit_code bigint;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS error text;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS output_truncated bigint NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS parent_task_id text REFERENCES tasks(task_id) ON DELETE SET NULL;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS root_message_id text;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS depth bigint NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS trigger_message_id text;
ALTER TABLE tasks ADD COLUMN IF NOT EXISTS reply_message_id text REFERENCES messages(message_id) ON DELETE SET NULL;

CREATE UNIQUE INDEX IF NOT EXISTS idx_tasks_live ON tasks(agent_id, channel_id)
    WHERE kind = 'run' AND status IN ('pending', 'running') AND channel_id IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS idx_tasks_client_key ON tasks(agent_id, client_key) WHERE client_key IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_tasks_queue ON tasks(kind, status, priority DESC, seq);
CREATE INDEX IF NOT EXISTS idx_tasks_root ON tasks(root_message_id);
CREATE INDEX IF NOT EXISTS idx_tasks_lease ON tasks(lease_expires_at) WHERE status = 'running';
CREATE INDEX IF NOT EXISTS idx_tasks_triggered ON tasks(channel_id, created_at) WHERE trigger_message_id IS NOT NULL;
-- Foreign keys that set null look for their rows when what they point at goes.
CREATE INDEX IF NOT EXISTS idx_tasks_session ON tasks(session_id);
CREATE INDEX IF NOT EXISTS idx_tasks_reply ON tasks(reply_message_id) WHERE reply_message_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_tasks_parent ON tasks(parent_task_id) WHERE parent_task_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_tasks_assignee ON tasks(assignee_id) WHERE assignee_id IS NOT NULL;
-- What is offered to an agent is looked for before each of its claims.
CREATE INDEX IF NOT EXISTS idx_tasks_offered ON tasks(offered_to) WHERE offered_to IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_tasks_open ON tasks(kind, offered_to, priority DESC, seq) WHERE status = 'pending';
CREATE INDEX IF NOT EXISTS idx_tasks_held ON tasks(kind, assignee_id, priority DESC, seq) WHERE status = 'running';
CREATE INDEX IF NOT EXISTS idx_tasks_private ON tasks(session_id) WHERE private = 1;

CREATE TABLE IF NOT EXISTS task_chunks (
    task_id text NOT NULL REFERENCES tasks(task_id) ON DELETE CASCADE,
    stream text NOT NULL,
    ordinal bigint NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (task_id, stream, ordinal)
);
