CREATE TABLE IF NOT EXISTS agents (
    agent_id text PRIMARY KEY,
    identity text NOT NULL UNIQUE,
    constitution text,
    model text NOT NULL,
    self_description text,
    archived_at timestamptz,
    created_at timestamptz NOT NULL,
    last_active_at timestamptz,
    spawn_count bigint NOT NULL DEFAULT 0
);

-- Channels come before the tasks that point at them: a foreign key needs its target here.
CREATE TABLE IF NOT EXISTS channels (
    channel_id text PRIMARY KEY,
    name text NOT NULL UNIQUE,
    topic text,
    created_at timestamptz NOT NULL DEFAULT now(),
    archived_at timestamptz,
    pinned_at timestamptz
);

CREATE TABLE IF NOT EXISTS sessions (
    session_id text PRIMARY KEY,
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    spawn_number bigint NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    wakes bigint NOT NULL DEFAULT 0
);

CREATE INDEX IF NOT EXISTS idx_sessions_agent ON sessions(agent_id);
CREATE INDEX IF NOT EXISTS idx_sessions_active ON sessions(ended_at) WHERE ended_at IS NULL;

CREATE TABLE IF NOT EXISTS tasks (
    task_id text PRIMARY KEY,
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    channel_id text REFERENCES channels(channel_id) ON DELETE SET NULL,
    input text NOT NULL,
    output text,
    stderr text,
    status text NOT NULL DEFAULT 'pending',
    pid bigint,
    started_at timestamptz,
    completed_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX IF NOT EXISTS idx_tasks_status ON tasks(status);
CREATE INDEX IF NOT EXISTS idx_tasks_agent ON tasks(agent_id);
CREATE INDEX IF NOT EXISTS idx_tasks_channel ON tasks(channel_id);

CREATE TABLE IF NOT EXISTS messages (
    message_id text PRIMARY KEY,
    channel_id text NOT NULL REFERENCES channels(channel_id) ON DELETE CASCADE,
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    content text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX IF NOT EXISTS idx_messages_channel_created ON messages(channel_id, created_at);
CREATE INDEX IF NOT EXISTS idx_messages_agent ON messages(agent_id);

CREATE TABLE IF NOT EXISTS bookmarks (
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    channel_id text NOT NULL REFERENCES channels(channel_id) ON DELETE CASCADE,
    last_seen_id text REFERENCES messages(message_id) ON DELETE SET NULL,
    PRIMARY KEY (agent_id, channel_id)
);

CREATE TABLE IF NOT EXISTS memories (
    memory_id text PRIMARY KEY,
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    topic text NOT NULL,
    message text NOT NULL,
    timestamp timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    archived_at timestamptz,
    core bigint NOT NULL DEFAULT 0,
    source text NOT NULL DEFAULT 'manual',
    bridge_channel text REFERENCES channels(channel_id) ON DELETE SET NULL,
    code_anchors text,
    synthesis_note text,
    supersedes text REFERENCES memories(memory_id) ON DELETE SET NULL,
    superseded_by text REFERENCES memories(memory_id) ON DELETE SET NULL
);

CREATE INDEX IF NOT EXISTS idx_memories_agent_topic ON memories(agent_id, topic);
CREATE INDEX IF NOT EXISTS idx_memories_agent_created ON memories(agent_id, created_at);
CREATE INDEX IF NOT EXISTS idx_memories_archived ON memories(archived_at);
CREATE INDEX IF NOT EXISTS idx_memories_core ON memories(core);

CREATE TABLE IF NOT EXISTS knowledge (
    knowledge_id text PRIMARY KEY,
    domain text NOT NULL,
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    content text NOT NULL,
    confidence double precision,
    created_at timestamptz NOT NULL DEFAULT now(),
    archived_at timestamptz
);

CREATE INDEX IF NOT EXISTS idx_knowledge_domain ON knowledge(domain);
CREATE INDEX IF NOT EXISTS idx_knowledge_agent ON knowledge(agent_id);
CREATE INDEX IF NOT EXISTS idx_knowledge_archived ON knowledge(archived_at);
