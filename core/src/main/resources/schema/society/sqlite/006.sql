CREATE TABLE IF NOT EXISTS graph_entities (
    name TEXT NOT NULL PRIMARY KEY,
    entity_type TEXT NOT NULL,
    domain TEXT NOT NULL UNIQUE,
    agent_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    seq INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS graph_relations (
    from_name TEXT NOT NULL,
    to_name TEXT NOT NULL,
    relation_type TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    PRIMARY KEY (from_name, to_name, relation_type)
);

CREATE INDEX IF NOT EXISTS idx_graph_relations_to ON graph_relations(to_name);
