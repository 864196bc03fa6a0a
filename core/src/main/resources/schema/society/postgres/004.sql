ALTER TABLE memories ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE memories ADD COLUMN IF NOT EXISTS public bigint NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN IF NOT EXISTS trust bigint NOT NULL DEFAULT 1;
ALTER TABLE memories ADD COLUMN IF NOT EXISTS content_hash text;

CREATE INDEX IF NOT EXISTS idx_memories_content ON memories(agent_id, content_hash);
CREATE INDEX IF NOT EXISTS idx_memories_told ON memories(agent_id, core, seq)
    WHERE archived_at IS NULL AND topic <> 'journal';
CREATE INDEX IF NOT EXISTS idx_memories_topic ON memories(agent_id, topic, seq) WHERE archived_at IS NULL;

CREATE TABLE IF NOT EXISTS note_shares (
    memory_id text NOT NULL REFERENCES memories(memory_id) ON DELETE CASCADE,
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    PRIMARY KEY (memory_id, agent_id)
);

CREATE TABLE IF NOT EXISTS note_revisions (
    memory_id text NOT NULL REFERENCES memories(memory_id) ON DELETE CASCADE,
    revision bigint NOT NULL,
    topic text NOT NULL,
    message text NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (memory_id, revision)
);

CREATE TABLE IF NOT EXISTS note_lineage (
    new_id text NOT NULL REFERENCES memories(memory_id) ON DELETE CASCADE,
    old_id text NOT NULL REFERENCES memories(memory_id) ON DELETE CASCADE,
    ordinal bigint NOT NULL,
    PRIMARY KEY (new_id, old_id)
);

CREATE UNIQUE INDEX IF NOT EXISTS idx_note_lineage_old ON note_lineage(old_id);

ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS seq bigint;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS origin_trust bigint NOT NULL DEFAULT 1;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS trust bigint NOT NULL DEFAULT 1;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS replaces text REFERENCES knowledge(knowledge_id) ON DELETE SET NULL;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS replaced_by text REFERENCES knowledge(knowledge_id) ON DELETE SET NULL;
ALTER TABLE knowledge ADD COLUMN IF NOT EXISTS content_hash text;

CREATE INDEX IF NOT EXISTS idx_knowledge_content ON knowledge(domain, content_hash);
-- Ranges of domains are compared byte by byte, which an index in the order of a language cannot answer.
CREATE INDEX IF NOT EXISTS idx_knowledge_tree ON knowledge(domain COLLATE "C", seq);

CREATE OR REPLACE FUNCTION knowledge_confidence_is_a_share() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.confidence IS NOT NULL AND NOT (NEW.confidence BETWEEN 0 AND 1) THEN
        RAISE EXCEPTION 'knowledge: a confidence is from 0 to 1';
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER trg_knowledge_confidence_insert BEFORE INSERT ON knowledge
    FOR EACH ROW EXECUTE FUNCTION knowledge_confidence_is_a_share();
CREATE OR REPLACE TRIGGER trg_knowledge_confidence_update BEFORE UPDATE OF confidence ON knowledge
    FOR EACH ROW EXECUTE FUNCTION knowledge_confidence_is_a_share();

CREATE TABLE IF NOT EXISTS knowledge_sources (
    knowledge_id text NOT NULL REFERENCES knowledge(knowledge_id) ON DELETE CASCADE,
    ordinal bigint NOT NULL,
    kind text NOT NULL,
    ref text NOT NULL,
    PRIMARY KEY (knowledge_id, ordinal)
);

-- A long address is too much for an entry of an index.
CREATE INDEX IF NOT EXISTS idx_knowledge_sources_ref ON knowledge_sources(kind, md5(ref));

CREATE TABLE IF NOT EXISTS knowledge_reviews (
    knowledge_id text NOT NULL REFERENCES knowledge(knowledge_id) ON DELETE CASCADE,
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    verdict text NOT NULL,
    reason text,
    seq bigint NOT NULL,
    created_at timestamptz NOT NULL,
    trust bigint NOT NULL DEFAULT 3,
    PRIMARY KEY (knowledge_id, agent_id)
);

CREATE INDEX IF NOT EXISTS idx_agents_tail ON agents(right(agent_id, 8));
CREATE INDEX IF NOT EXISTS idx_sessions_tail ON sessions(right(session_id, 8));
CREATE INDEX IF NOT EXISTS idx_tasks_tail ON tasks(right(task_id, 8));
CREATE INDEX IF NOT EXISTS idx_channels_tail ON channels(right(channel_id, 8));
CREATE INDEX IF NOT EXISTS idx_messages_tail ON messages(right(message_id, 8));
CREATE INDEX IF NOT EXISTS idx_memories_tail ON memories(right(memory_id, 8));
CREATE INDEX IF NOT EXISTS idx_knowledge_tail ON knowledge(right(knowledge_id, 8));

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
