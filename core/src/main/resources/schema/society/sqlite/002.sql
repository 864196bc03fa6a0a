-- The one sequence of everything that happens. It outlives the rows it tells of, so nothing refers to them.
CREATE TABLE IF NOT EXISTS feed (
    feed_seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    agent_id TEXT,
    channel_id TEXT,
    ref_id TEXT
);

ALTER TABLE agents ADD COLUMN IF NOT EXISTS kind TEXT NOT NULL DEFAULT 'agent';
ALTER TABLE agents ADD COLUMN IF NOT EXISTS trigger_policy TEXT NOT NULL DEFAULT 'anyone';
ALTER TABLE agents ADD COLUMN IF NOT EXISTS cloned_from TEXT;

CREATE TABLE IF NOT EXISTS agent_aliases (
    identity TEXT NOT NULL PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    former_agent_id TEXT,
    created_at TEXT NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_agent_aliases_agent ON agent_aliases(agent_id);
CREATE INDEX IF NOT EXISTS idx_agent_aliases_former ON agent_aliases(former_agent_id);

CREATE TABLE IF NOT EXISTS constitutions (
    hash TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL,
    created_at TEXT NOT NULL
);

ALTER TABLE channels ADD COLUMN IF NOT EXISTS last_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE channels ADD COLUMN IF NOT EXISTS activity_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE channels ADD COLUMN IF NOT EXISTS restricted INTEGER NOT NULL DEFAULT 0;

ALTER TABLE messages ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE messages ADD COLUMN IF NOT EXISTS author_seq INTEGER;
ALTER TABLE messages ADD COLUMN IF NOT EXISTS kind TEXT NOT NULL DEFAULT 'text';
ALTER TABLE messages ADD COLUMN IF NOT EXISTS task_id TEXT REFERENCES tasks(task_id) ON DELETE SET NULL;
ALTER TABLE messages ADD COLUMN IF NOT EXISTS client_key TEXT;
ALTER TABLE messages ADD COLUMN IF NOT EXISTS deleted_at TEXT;

CREATE UNIQUE INDEX IF NOT EXISTS idx_messages_channel_seq ON messages(channel_id, seq);
CREATE UNIQUE INDEX IF NOT EXISTS idx_messages_client_key ON messages(agent_id, client_key) WHERE client_key IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_messages_author ON messages(channel_id, agent_id, seq, author_seq);
CREATE INDEX IF NOT EXISTS idx_messages_deleted ON messages(channel_id, seq, agent_id) WHERE deleted_at IS NOT NULL;
-- A foreign key that sets null looks for its rows when what it points at goes.
CREATE INDEX IF NOT EXISTS idx_messages_task ON messages(task_id) WHERE task_id IS NOT NULL;

CREATE TABLE IF NOT EXISTS channel_members (
    channel_id TEXT NOT NULL REFERENCES channels(channel_id) ON DELETE CASCADE,
    agent_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    role TEXT NOT NULL DEFAULT 'member',
    posted INTEGER NOT NULL DEFAULT 0,
    joined_at TEXT NOT NULL,
    PRIMARY KEY (channel_id, agent_id)
);

CREATE INDEX IF NOT EXISTS idx_channel_members_agent ON channel_members(agent_id);

ALTER TABLE bookmarks ADD COLUMN IF NOT EXISTS last_seen_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bookmarks ADD COLUMN IF NOT EXISTS updated_at TEXT;
CREATE INDEX IF NOT EXISTS idx_bookmarks_seen ON bookmarks(last_seen_id) WHERE last_seen_id IS NOT NULL;

CREATE TABLE IF NOT EXISTS mentions (
    message_id TEXT NOT NULL REFERENCES messages(message_id) ON DELETE CASCADE,
    agent_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    channel_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    task_id TEXT,
    PRIMARY KEY (message_id, agent_id)
);

CREATE INDEX IF NOT EXISTS idx_mentions_agent ON mentions(agent_id, channel_id, seq);
CREATE INDEX IF NOT EXISTS idx_mentions_waiting ON mentions(agent_id, channel_id, seq) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS idx_mentions_task ON mentions(task_id, seq) WHERE task_id IS NOT NULL;
