ALTER TABLE memories ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE memories ADD COLUMN IF NOT EXISTS public INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN IF NOT EXISTS trust INTEGER NOT NULL DEFAULT 1;
ALTER TABLE memories ADD COLUMN IF NOT EXISTS content_hash TEXT;

CREATE INDEX IF NOT EXISTS idx_memories_content ON memories(agent_id, content_hash);
CREATE INDEX IF NOT EXISTS idx_memories_told ON memories(agent_id, core, seq)
    WHERE archived_at IS NULL AND topic <> 'journal';
CREATE INDEX IF NOT EXISTS idx_memories_topic ON memories(agent_id, topic, seq) WHERE archived_at IS NULL;

CREATE TABLE IF NOT EXISTS note_shares (
    memory_id TEXT NOT NULL REFERENCES memories(memory_id) ON DELETE CASCADE,
    agent_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    PRIMARY KEY (memory_id, agent_id)
);

CREATE TABLE IF NOT EXISTS note_revisions (
    memory_id TEXT NOT NULL REFERENCES memories(memory_id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    topic TEXT NOT NULL,
    message TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    PRIMARY KEY (memory_id, revision)
);

CREATE TABLE IF NOT EXISTS note_lineage (
    new_id TEXT NOT NULL REFERENCES memories(memory_id) ON DELETE CASCADE,
    old_id TEXT NOT NULL REFERENCES memories(memory_id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    PRIMARY KEY (new_id, old_id)
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_note_lineage_old ON note_lineage(old_id);

ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS seq INTEGER;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS origin_trust INTEGER NOT NULL DEFAULT 1;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS trust INTEGER NOT NULL DEFAULT 1;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS replaces TEXT REFERENCES knowledge(knowledge_id) ON DELETE SET NULL;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS replaced_by TEXT REFERENCES knowledge(knowledge_id) ON DELETE SET NULL;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS content_hash TEXT;

CREATE INDEX IF NOT EXISTS idx_knowledge_content ON knowledge(domain, content_hash);
CREATE INDEX IF NOT EXISTS idx_knowledge_tree ON knowledge(domain, seq);

CREATE TRIGGER IF NOT EXISTS trg_knowledge_confidence_insert BEFORE INSERT ON knowledge
WHEN NEW.confidence IS NOT NULL AND NOT (NEW.confidence BETWEEN 0 AND 1)
BEGIN
    SELECT RAISE(ABORT, 'knowledge: a confidence is from 0 to 1');
END;

CREATE TRIGGER IF NOT EXISTS trg_knowledge_confidence_update BEFORE UPDATE OF confidence ON knowledge
WHEN NEW.confidence IS NOT NULL AND NOT (NEW.confidence BETWEEN 0 AND 1)
BEGIN
    SELECT RAISE(ABORT, 'knowledge: a confidence is from 0 to 1');
END;

CREATE TABLE IF NOT EXISTS knowledge_sources (
    knowledge_id TEXT NOT NULL REFERENCES knowledge(knowledge_id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    ref TEXT NOT NULL,
    PRIMARY KEY (knowledge_id, ordinal)
);

CREATE INDEX IF NOT EXISTS idx_knowledge_sources_ref ON knowledge_sources(kind, ref);

CREATE TABLE IF NOT EXISTS knowledge_reviews (
    knowledge_id TEXT NOT NULL REFERENCES knowledge(knowledge_id) ON DELETE CASCADE,
    agent_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    verdict TEXT NOT NULL,
    reason TEXT,
    seq INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    trust INTEGER NOT NULL DEFAULT 3,
    PRIMARY KEY (knowledge_id, agent_id)
);

CREATE INDEX IF NOT EXISTS idx_agents_tail ON agents(substr(agent_id, -8));
CREATE INDEX IF NOT EXISTS idx_sessions_tail ON sessions(substr(session_id, -8));
CREATE INDEX IF NOT EXISTS idx_tasks_tail ON tasks(substr(task_id, -8));
CREATE INDEX IF NOT EXISTS idx_channels_tail ON channels(substr(channel_id, -8));
CREATE INDEX IF NOT EXISTS idx_messages_tail ON messages(substr(message_id, -8));
CREATE INDEX IF NOT EXISTS idx_memories_tail ON memories(substr(memory_id, -8));
CREATE INDEX IF NOT EXISTS idx_knowledge_tail ON knowledge(substr(knowledge_id, -8));

CREATE INDEX IF NOT EXISTS idx_sessions_seq ON sessions(seq);
CREATE INDEX IF NOT EXISTS idx_tasks_seq ON tasks(seq);
CREATE INDEX IF NOT EXISTS idx_memories_seq ON memories(seq);
CREATE INDEX IF NOT EXISTS idx_knowledge_seq ON knowledge(seq);

-- Foreign keys that set null look for their rows when what they point at goes.
CREATE INDEX IF NOT EXISTS idx_sessions_channel ON sessions(channel_id) WHERE channel_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_memories_channel ON memories(bridge_channel) WHERE bridge_channel IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_memories_supersedes ON memories(supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_memories_superseded ON memories(superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_knowledge_replaces ON knowledge(replaces) WHERE replaces IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_knowledge_replaced ON knowledge(replaced_by) WHERE replaced_by IS NOT NULL;
-- Of the journals and core notes of an agent most are archived.
CREATE INDEX IF NOT EXISTS idx_memories_journal ON memories(agent_id, topic, seq)
    WHERE topic = 'journal' AND archived_at IS NULL;
CREATE INDEX IF NOT EXISTS idx_memories_core_live ON memories(agent_id, core)
    WHERE core = 1 AND archived_at IS NULL;
