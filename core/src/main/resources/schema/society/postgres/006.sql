CREATE TABLE IF NOT EXISTS graph_entities (
    name text PRIMARY KEY,
    entity_type text NOT NULL,
    domain text NOT NULL UNIQUE,
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    seq bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS graph_relations (
    from_name text NOT NULL,
    to_name text NOT NULL,
    relation_type text NOT NULL,
    agent_id text NOT NULL REFERENCES agents(agent_id) ON DELETE CASCADE,
    seq bigint NOT NULL,
    PRIMARY KEY (from_name, to_name, relation_type)
);

CREATE INDEX IF NOT EXISTS idx_graph_relations_to ON graph_relations(to_name);
