-- The words of the questions, by which debates are found. A row has the number of its session's first entry in the register.
CREATE VIRTUAL TABLE IF NOT EXISTS debate_topics_fts
    USING fts5(session_id UNINDEXED, topic, tokenize = 'porter unicode61');
